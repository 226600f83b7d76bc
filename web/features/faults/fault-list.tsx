import { X } from 'lucide-react'
import type { FaultAnswer } from '../../service/faults.ts'
import { counted } from '../../lib/format.ts'
import { Switch } from '../../ui/switch.tsx'
import { useControl } from '../sandbox/use-control.ts'
import { describeEffect, describeWhen } from './describe.ts'

/** The faults, in the order in which they are asked. */
export function FaultList({ faults }: { faults: readonly FaultAnswer[] }) {
  const control = useControl()

  return (
    <ul aria-label="Faults" className="mt-3">
      {faults.map((fault) => {
        const { id, enabled, active, hits, name } = fault
        const { origin: _, active: __, seen: ___, hits: ____, expires_on: _____, id: ______, ...rule } = fault
        const path = `/__sandbox/faults/${encodeURIComponent(id)}`

        return (
          <li key={id} className="flex items-center gap-3 border-b border-line/60 py-1.5">
            <Switch
              label=""
              description={`Fault ${name ?? id}`}
              isOn={enabled}
              change={(isOn) =>
                control.mutate({
                  method: 'PUT',
                  path,
                  body: { ...rule, enabled: isOn },
                  done: `${isOn ? 'Switched on' : 'Switched off'} ${name ?? id}.`,
                })
              }
            />
            <div className="min-w-0 flex-1">
              <p className="truncate">
                <span className="font-medium">{describeEffect(fault.effect)}</span>{' '}
                <span className="font-mono text-sm">
                  {fault.match?.method ?? ''} {fault.match?.path ?? 'every request'}
                </span>
              </p>
              <p className="truncate text-sm text-muted">
                {[name, describeWhen(fault), counted(hits, 'hit'), enabled && !active ? 'has run out' : '']
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <button
              type="button"
              className="button"
              data-tone="quiet"
              data-icon
              aria-label={`Remove fault ${name ?? id}`}
              onClick={() => control.mutate({ method: 'DELETE', path, done: `Removed ${name ?? id}.` })}
            >
              <X size={14} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
