import { FastForward, Play, Snowflake } from 'lucide-react'
import { useState } from 'react'
import type { ClockAnswer } from '../../service/sandbox.ts'
import { Card } from './card.tsx'
import { useControl } from './use-control.ts'
import { useSandboxTime } from './use-sandbox-time.ts'

const steps = [
  ['30 s', 30_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const

/** The one clock that everything in the sandbox follows. */
export function ClockCard({ clock }: { clock: ClockAnswer }) {
  const [at, setAt] = useState('')
  const control = useControl()
  const now = `${new Date(useSandboxTime()).toISOString().slice(0, 19)}.000Z`
  const isFrozen = clock.mode === 'frozen'
  const set = (body: object, done: string) =>
    control.mutate({ method: 'PUT', path: '/__sandbox/clock', body, done })

  return (
    <Card title="Clock" hint="Timestamps, token expiry and the recovery from Yellow follow it.">
      <p className="flex items-center gap-2">
        {isFrozen ? (
          <Snowflake size={16} className="text-accent" aria-label="Frozen at" />
        ) : (
          <Play size={16} className="text-green" aria-label="Running:" />
        )}
        <time className="font-mono text-lg" dateTime={now}>
          {now.replace('T', ' ').replace('.000Z', ' UTC')}
        </time>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isFrozen ? (
          <button
            type="button"
            className="button"
            onClick={() => set({ mode: 'real' }, 'The clock runs with the machine’s.')}
          >
            <Play size={14} aria-hidden />
            Run
          </button>
        ) : (
          <button
            type="button"
            className="button"
            onClick={() => set({ mode: 'frozen' }, 'The clock stands still.')}
          >
            <Snowflake size={14} aria-hidden />
            Freeze
          </button>
        )}
        {steps.map(([label, ms]) => (
          <button
            key={label}
            type="button"
            className="button"
            onClick={() =>
              control.mutate({
                method: 'POST',
                path: '/__sandbox/clock/advance',
                body: { ms },
                done: `Moved on by ${label}.`,
              })
            }
          >
            <FastForward size={14} aria-hidden />
            {label}
          </button>
        ))}
      </div>
      <form
        className="mt-3 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          set({ mode: 'frozen', at: new Date(`${at}Z`).toISOString() }, `The clock stands at ${at} UTC.`)
        }}
      >
        <label className="flex flex-col gap-1">
          <span className="label">Freeze at (UTC)</span>
          <input
            type="datetime-local"
            className="field"
            required
            value={at}
            onChange={({ target }) => setAt(target.value)}
          />
        </label>
        <button type="submit" className="button">
          Freeze there
        </button>
      </form>
    </Card>
  )
}
