import { Zap } from 'lucide-react'
import type { FaultAnswer, PresetAnswer } from '../../service/faults.ts'
import { useControl } from '../sandbox/use-control.ts'

interface PresetListProps {
  readonly presets: readonly PresetAnswer[]
  readonly faults: readonly FaultAnswer[]
}

/** Several faults at once: triggered together, and taken back together. */
export function PresetList({ presets, faults }: PresetListProps) {
  const control = useControl()

  return (
    <ul className="flex flex-col gap-1.5">
      {presets.map(({ name, description }) => {
        const isOn = faults.some(({ origin, active }) => origin === name && active)

        return (
          <li key={name} className="flex items-center gap-3 rounded border border-line px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 font-medium">
                {name}
                {isOn && (
                  <span className="inline-flex items-center gap-1 font-normal text-orange">
                    <Zap size={12} aria-hidden />
                    on
                  </span>
                )}
              </p>
              <p className="text-sm text-muted">{description}</p>
            </div>
            <button
              type="button"
              className="button"
              aria-label={`${isOn ? 'Restore' : 'Trigger'} ${name}`}
              onClick={() =>
                control.mutate(
                  isOn
                    ? {
                        method: 'DELETE',
                        path: `/__sandbox/faults?preset=${encodeURIComponent(name)}`,
                        done: `Restored ${name}.`,
                      }
                    : {
                        method: 'POST',
                        path: '/__sandbox/faults',
                        body: { preset: name },
                        done: `Triggered ${name}.`,
                      },
                )
              }
            >
              {isOn ? 'Restore' : 'Trigger'}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
