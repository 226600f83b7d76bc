import { useQueryClient } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import { faults as faultList, type FaultAnswer, type FaultRule } from '../../service/faults.ts'
import { counted } from '../../lib/format.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { describeEffect, describeMatch, describeWhen } from './describe.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'

/** The faults, in the order in which they are asked. */
export function FaultList({ faults }: { faults: readonly FaultAnswer[] }) {
  return (
    <ul aria-label="Faults" className="mt-3">
      {faults.map((fault) => (
        <FaultRow key={fault.id} fault={fault} />
      ))}
    </ul>
  )
}

function FaultRow({ fault }: { fault: FaultAnswer }) {
  const { id, origin, enabled, active, seen, hits, name } = fault
  const control = useControl()
  const queries = useQueryClient()
  const path = `/__sandbox/faults/${encodeURIComponent(id)}`
  const hasRunOut = enabled && !active
  const put = (isOn: boolean) => {
    // The switch moves at once; what the sandbox says of it comes after.
    queries.setQueryData(faultList.queryKey, (list) =>
      list?.map((each) => (each.id === id ? { ...each, enabled: isOn, active: isOn } : each)),
    )
    control.mutate({
      method: 'PUT',
      path,
      body: { ...ruleOf(fault), enabled: isOn },
      done: `${isOn ? 'Triggered' : 'Switched off'} ${name ?? id}.`,
    })
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 py-1.5">
      <Switch label="" description={`Fault ${name ?? id}`} isOn={enabled} change={put} />
      <div className={`min-w-44 flex-1 ${active ? '' : 'text-muted'}`}>
        <p className="break-words">
          <span className="font-medium">{describeEffect(fault.effect)}</span>{' '}
          <span className="font-mono text-sm break-all">{describeMatch(fault)}</span>
        </p>
        <p className="text-sm text-muted">
          {[
            origin,
            name === origin ? undefined : name,
            describeWhen(fault),
            `${counted(hits, 'hit')} of ${counted(seen, 'request')}`,
            hasRunOut && 'has run out',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {hasRunOut && (
        <Button Icon={RotateCw} onClick={() => put(true)}>
          Trigger again
        </Button>
      )}
      <IconButton
        Icon={X}
        label={`Remove fault ${name ?? id}`}
        title="Remove"
        run={() => control.mutate({ method: 'DELETE', path, done: `Removed ${name ?? id}.` })}
      />
    </li>
  )
}

/** The rule as it was given, without what became of it. */
function ruleOf(fault: FaultAnswer): FaultRule {
  const { name, match, nth, every, probability, times, for_ms, effect } = fault

  return { name, match, nth, every, probability, times, for_ms, effect }
}
