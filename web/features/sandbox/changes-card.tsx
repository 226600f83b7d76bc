import { counted, keyNames, countedRecords } from '../../lib/format.ts'
import { useQuery } from '@tanstack/react-query'
import { Redo2, Undo2 } from 'lucide-react'
import { QueryList } from '../../parts/query-result.tsx'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'
import { applyUndo } from '../../parts/sandbox/control.ts'
import { getQuery } from '../../service/service-client.ts'
import type { Change } from '../../service/sandbox-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CardPart } from '../../ui/layout/page.tsx'

/** The changes that can be undone; undone changes are first, struck through. */
export function ChangesCard() {
  const query = useQuery(getQuery('/__sandbox/changes'))
  const { steps = { undo: 0, redo: 0, discarded: 0 } } = query.data ?? {}

  return (
    <CardPart
      title="Changes"
      hint={`Latest first. Undo reverts them one at a time; on any page, press ${keyNames('Mod+z')}.`}
    >
      <div className="flex gap-2">
        <Button Icon={Undo2} disabled={steps.undo === 0} onClick={() => void applyUndo('undo')}>
          Undo
        </Button>
        <Button Icon={Redo2} disabled={steps.redo === 0} onClick={() => void applyUndo('redo')}>
          Redo
        </Button>
      </div>
      {steps.discarded > 0 && (
        <p className="mt-3 text-muted">
          {counted(steps.discarded, 'earlier change')} can no longer be undone: the undo history, which all
          sandboxes share, is full (256 MiB).
        </p>
      )}
      <QueryList query={query} label="Changes" empty="No changes yet.">
        {(change) => (
          <li key={change.sequence} className="border-b border-line/60 py-1">
            <p className={`break-words ${change.is_undone ? 'text-muted line-through' : ''}`}>
              {describeChange(change)}
            </p>
            <p className="text-sm text-muted">
              {change.is_undone && 'Undone. '}
              <Age at={change.at} />
              {change.by && ` by ${change.by}`}
            </p>
          </li>
        )}
      </QueryList>
    </CardPart>
  )
}

const descriptions: Partial<Record<Change['kind'], string>> = {
  reset: 'Reset',
  restore: 'Restored a snapshot',
  import: 'Imported a data file',
}

/** Describes a change in a few words: `Deleted Harbour at dawn`, `Changed the health of search`. */
export function describeChange({ kind, changes, titles }: Change): string {
  const [table = '', { added = 0, changed = 0, removed = 0 } = {}] =
    Object.entries(changes).find(([name]) => name === 'entities') ?? Object.entries(changes)[0] ?? []
  // Deletions and creations come first; the other changes often follow from them.
  const [action, number] = removed ? ['Deleted', removed] : added ? ['Created', added] : ['Changed', changed]
  const others = number - titles.length
  const entities = titles.length > 0 && `${titles.join(', ')}${others > 0 ? ` and ${others} more` : ''}`

  if (kind === 'change' && table === 'components') return `Changed the health of ${entities || 'components'}`

  return descriptions[kind] ?? `${action} ${entities || (table ? countedRecords(table, number) : 'nothing')}`
}
