import { useQuery } from '@tanstack/react-query'
import { Redo2, Undo2 } from 'lucide-react'
import { Awaited } from '../../parts/failure-notice.tsx'
import { useSandboxTime } from '../../parts/sandbox/use-sandbox-time.ts'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { changes } from '../../service/sandbox.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/feedback/page.tsx'
import { Time } from '../../ui/feedback/notice.tsx'
import { describeChange } from './describe-change.ts'

/** Every change that can be taken back, by name; those that were stand above, struck through. */
export function ChangesCard() {
  const query = useQuery(changes)
  const { items = [], steps = { undo: 0, redo: 0, forgotten: 0 } } = query.data ?? {}
  const now = useSandboxTime()
  const undo = useUndo()

  return (
    <Card
      title="Changes"
      hint="The latest first. Undo takes them back one by one, from any page with Ctrl+Z."
    >
      <div className="flex gap-2">
        <Button Icon={Undo2} disabled={steps.undo === 0} onClick={() => undo.step('undo')}>
          Undo
        </Button>
        <Button Icon={Redo2} disabled={steps.redo === 0} onClick={() => undo.step('redo')}>
          Redo
        </Button>
      </div>
      <Awaited query={query} rows={2} />
      {query.data && items.length === 0 && <p className="mt-3 text-muted">Nothing was changed yet.</p>}
      {steps.forgotten > 0 && (
        <p className="mt-3 text-muted">
          {steps.forgotten} earlier {steps.forgotten === 1 ? 'change' : 'changes'} can’t be undone: together
          they held more than 256 MiB.
        </p>
      )}
      <ul aria-label="Changes" className="mt-2 max-h-60 overflow-y-auto empty:hidden" tabIndex={0}>
        {items.map((change) => (
          <li key={change.sequence} className="border-b border-line/60 py-1">
            <p className={`break-words ${change.is_undone ? 'text-muted line-through' : ''}`}>
              {describeChange(change)}
            </p>
            <p className="text-sm text-muted">
              {change.is_undone && 'Taken back. '}
              <Time at={change.at} now={now} />
              {change.by && ` by ${change.by}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
