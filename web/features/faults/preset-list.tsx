import { Zap } from 'lucide-react'
import { client } from '../../service/client.ts'
import type { FaultResponse, PresetResponse } from '../../service/faults.ts'
import { useFaultControl } from '../../parts/sandbox/use-control.ts'
import { Button } from '../../ui/controls/button.tsx'

interface PresetListProps {
  readonly presets: readonly PresetResponse[]
  readonly faults: readonly FaultResponse[]
}

/** The presets: groups of faults that are triggered and stopped together. */
export function PresetList({ presets, faults }: PresetListProps) {
  const { change } = useFaultControl()

  return (
    <ul className="flex flex-col gap-1.5">
      {presets.map(({ name, description }) => {
        const isOn = faults.some(({ origin, active }) => origin === name && active)
        const action = isOn ? 'Stop' : 'Trigger'
        const toggle = () =>
          isOn
            ? change(
                () => client.DELETE('/__sandbox/faults', { query: { preset: name } }),
                `Stopped ${name}.`,
              )
            : change(() => client.POST('/__sandbox/faults', { body: { preset: name } }), `Triggered ${name}.`)

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
            <Button aria-label={`${action} ${name}`} onClick={toggle}>
              {action}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
