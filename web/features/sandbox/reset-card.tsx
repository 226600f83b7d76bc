import { Redo2, RotateCcw, Undo2 } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { counted } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { resetDifference } from '../../service/sandbox.ts'
import { Card } from '../../ui/card.tsx'
import { DifferenceList } from './difference.tsx'
import { useControl } from '../../parts/use-control.ts'

interface ResetCardProps {
  readonly seed: number
  readonly faults: number
  readonly scenario: string | null
}

/** Back to the seed, or to another one; and a change back or forth. */
export function ResetCard({ seed, faults, scenario }: ResetCardProps) {
  const [text, setText] = useState(String(seed))
  const [isAsking, setAsking] = useState(false)
  const control = useControl()
  const isSeed = /^-?\d{1,15}$/.test(text)
  const step = (name: 'undo' | 'redo') =>
    control.mutate({
      method: 'POST',
      path: `/__sandbox/${name}`,
      done: name === 'undo' ? 'Took the last change back.' : 'Did it again.',
    })

  useCommands([
    { id: 'undo', label: 'Undo the last change', group: 'Sandbox', run: () => step('undo') },
    { id: 'redo', label: 'Redo the last change', group: 'Sandbox', run: () => step('redo') },
    { id: 'reset', label: 'Reset to the seed', group: 'Sandbox', run: () => setAsking(true) },
  ])

  return (
    <Card title="Seed and reset" hint="The same seed gives the same data, in every run.">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isSeed) setAsking(true)
        }}
      >
        <label className="flex flex-col gap-1">
          <span className="label">Seed</span>
          <input
            className="field w-32 font-mono"
            inputMode="numeric"
            aria-invalid={!isSeed}
            value={text}
            onChange={({ target }) => setText(target.value.trim())}
          />
        </label>
        <button type="submit" className="button" data-tone="danger" disabled={!isSeed || control.isPending}>
          <RotateCcw size={14} aria-hidden />
          {control.isPending ? 'Working…' : 'Reset to seed'}
        </button>
      </form>
      <div className="mt-3 flex gap-2">
        <button type="button" className="button" onClick={() => step('undo')}>
          <Undo2 size={14} aria-hidden />
          Undo
        </button>
        <button type="button" className="button" onClick={() => step('redo')}>
          <Redo2 size={14} aria-hidden />
          Redo
        </button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Reset to seed ${text}?`}
        action="Reset"
        confirm={() => {
          setAsking(false)
          control.mutate({
            method: 'POST',
            path: '/__sandbox/reset',
            body: Number(text) === seed ? {} : { seed: Number(text) },
            done: `Reset to seed ${text}.`,
            hasUndo: true,
          })
        }}
        cancel={() => setAsking(false)}
      >
        <Changes isOwnSeed={Number(text) === seed} />
        {(faults > 0 || scenario) && (
          <p className="mt-2">
            Ends{' '}
            {[scenario && `the scenario ${scenario}`, faults > 0 && counted(faults, 'fault')]
              .filter(Boolean)
              .join(' and ')}
            .
          </p>
        )}
        <p className="mt-2 text-muted">Everybody is signed out. Undo brings the data back.</p>
      </ConfirmDialog>
    </Card>
  )
}

/** What a reset changes, as far as that can be known before. */
function Changes({ isOwnSeed }: { isOwnSeed: boolean }) {
  const { data } = useQuery({ ...resetDifference, enabled: isOwnSeed })

  if (!isOwnSeed) return <p>All data makes way for other data, grown from that seed.</p>

  return data ? <DifferenceList difference={data} /> : <p className="text-muted">Comparing…</p>
}
