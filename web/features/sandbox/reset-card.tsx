import { Redo2, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useReset } from '../../parts/sandbox/use-reset.tsx'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { Card } from '../../ui/card.tsx'

/** Back to the seed, or to another one; and a change back or forth. */
export function ResetCard({ seed }: { seed: number }) {
  const [text, setText] = useState(String(seed))
  const { reset, isPending } = useReset()
  const undo = useUndo()
  const isSeed = /^-?\d{1,15}$/.test(text)

  return (
    <Card title="Seed and reset" hint="The same seed gives the same data, in every run.">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isSeed) void reset(Number(text))
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
        <button type="submit" className="button" data-tone="danger" disabled={!isSeed || isPending}>
          <RotateCcw size={14} aria-hidden />
          {isPending ? 'Working…' : 'Reset to seed'}
        </button>
      </form>
      <div className="mt-3 flex gap-2">
        <button type="button" className="button" onClick={() => void undo()}>
          <Undo2 size={14} aria-hidden />
          Undo
        </button>
        <button type="button" className="button" onClick={() => void undo({ step: 'redo' })}>
          <Redo2 size={14} aria-hidden />
          Redo
        </button>
      </div>
    </Card>
  )
}
