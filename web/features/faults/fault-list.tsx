import { useQueryClient } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import { client } from '../../service/client.ts'
import { faultsQuery, type FaultResponse, type FaultRule } from '../../service/sandbox.ts'
import { formatCount, counted } from '../../lib/format.ts'
import { Switch, Button, IconButton } from '../../ui/controls/button.tsx'
import { useFaultControl } from '../../parts/sandbox/use-control.ts'
import { List } from '../../ui/layout/page.tsx'
import { describeEffect, describeMatch, describeWhen } from './describe.ts'

/** The faults, in the order in which they apply. */
export function FaultList({ faults }: { faults: readonly FaultResponse[] }) {
  return (
    <List label="Faults" empty="No faults: every request is handled normally.">
      {faults.map((fault) => (
        <FaultRow key={fault.id} fault={fault} />
      ))}
    </List>
  )
}

function FaultRow({ fault }: { fault: FaultResponse }) {
  const { id, origin, enabled, active, seen, hits, name } = fault
  const { change } = useFaultControl()
  const queryClient = useQueryClient()
  const path = { id }
  const isExpired = enabled && !active
  const setEnabled = (isOn: boolean) => {
    change(
      () => client.PUT('/__sandbox/faults/{id}', { path, body: { ...ruleOf(fault), enabled: isOn } }),
      `${isOn ? 'Enabled' : 'Disabled'} ${name ?? id}.`,
    )
    // The switch moves before the sandbox responds.
    queryClient.setQueryData(faultsQuery.queryKey, (list) =>
      list?.map((each) => (each.id === id ? { ...each, enabled: isOn, active: isOn } : each)),
    )
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 py-1.5">
      <Switch label="" description={`Fault ${name ?? id}`} isOn={enabled} change={setEnabled} />
      <div className={`min-w-44 flex-1 ${active ? '' : 'text-muted'}`}>
        <p className="break-words">
          <span className="font-medium">{describeEffect(fault.effect)}</span>{' '}
          <span className="font-mono text-sm wrap-anywhere">{describeMatch(fault.match)}</span>
        </p>
        <p className="text-sm text-muted">
          {[
            origin,
            name === origin ? undefined : name,
            describeWhen(fault),
            `hit ${formatCount(hits)} of ${counted(seen, 'matching request')}`,
            isExpired && 'expired',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {isExpired && (
        <Button Icon={RotateCw} onClick={() => setEnabled(true)}>
          Enable again
        </Button>
      )}
      <IconButton
        Icon={X}
        label={`Remove fault ${name ?? id}`}
        title="Remove"
        run={() => change(() => client.DELETE('/__sandbox/faults/{id}', { path }), `Removed ${name ?? id}.`)}
      />
    </li>
  )
}

/** The rule of a fault, without `enabled`. */
function ruleOf(fault: FaultResponse): FaultRule {
  const { name, match, nth, every, probability, times, for_ms, effect } = fault

  return { name, match, nth, every, probability, times, for_ms, effect }
}
