import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { faultsQuery, type Fault, type FaultRule } from '../../service/sandbox-queries.ts'
import { Card } from '../../ui/layout/page.tsx'
import { QueryList } from '../../parts/query-result.tsx'
import { FaultForm } from './fault-form.tsx'
import { changeFaults, clearFaults, releaseRequests } from '../../parts/sandbox/control.ts'
import { Button, IconButton, Switch } from '../../ui/controls/button.tsx'
import { formatCount } from '../../lib/format.ts'
import { client } from '../../service/service-client.ts'
import { describeFault } from './describe-fault.ts'

/** What a request determines of the fault that is added for it. */
export type FaultRequest = {
  readonly [Member in 'method' | 'path' | 'operation' | 'field']?: string | undefined
}

/** The faults in their order, and a form to add one before all others. */
export function FaultsCard({ request }: { request: FaultRequest }) {
  const list = useQuery(faultsQuery)
  const isAsked = Object.values(request).some(Boolean)
  const [isAdding, setAdding] = useState(false)

  return (
    <Card
      title="Faults"
      part="faults"
      hint="Delays add up; of other effects, only the first match applies. The console’s own requests are not affected; those that you send or repeat in it are."
      actions={
        <>
          <Button disabled={!list.data?.items.length} onClick={clearFaults}>
            Clear all faults
          </Button>
          <Button Icon={Plus} aria-expanded={isAdding || isAsked} onClick={() => setAdding(!isAdding)}>
            New fault
          </Button>
        </>
      }
    >
      {(isAdding || isAsked) && (
        <FaultForm
          key={JSON.stringify(request)}
          label="New fault"
          rule={ruleFor(request)}
          action="Add fault"
          submit={(body) =>
            changeFaults(
              () => client.POST('/__sandbox/faults', { body }),
              `Added ${body.name ?? 'the fault'}.`,
            )
          }
        />
      )}
      <QueryList query={list} label="Faults" empty="No faults: every request is handled normally.">
        {(fault) => <FaultRow key={fault.id} fault={fault} />}
      </QueryList>
    </Card>
  )
}

/** A first rule for a request: it fails. */
function ruleFor({ method, path = '/api/entities/*', operation, field }: FaultRequest): FaultRule {
  const graphql = { ...(operation && { operation }), ...(field && { field }) }

  return {
    match: { ...(method && { method }), path, ...((operation || field) && { graphql }) },
    effect: { kind: 'response', status: 500 },
  }
}

function FaultRow({ fault }: { fault: Fault }) {
  const { id, origin, enabled, active, seen, hits, name } = fault
  const [isEditing, setEditing] = useState(false)
  const path = { id }
  const setEnabled = (isOn: boolean) =>
    void changeFaults(
      () => client.PUT('/__sandbox/faults/{id}', { path, body: { ...ruleOf(fault), enabled: isOn } }),
      `${isOn ? 'Enabled' : 'Disabled'} ${name ?? id}.`,
    )

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 py-1.5">
      <Switch label="" description={`Fault ${name ?? id}`} isOn={active} change={setEnabled} />
      <div className={`min-w-44 flex-1 ${active ? '' : 'text-muted'}`}>
        <p className="font-medium">{name ?? id}</p>
        <p className="text-sm wrap-anywhere">
          {describeFault(fault)}, hit {formatCount(hits)} of {formatCount(seen)}
          {enabled && !active && ', expired'}
          {origin && origin !== name && `, from ${origin}`}
        </p>
      </div>
      <IconButton
        Icon={Pencil}
        label={`Edit fault ${name ?? id}`}
        title="Edit"
        run={() => setEditing(!isEditing)}
      />
      <IconButton
        Icon={X}
        label={`Remove fault ${name ?? id}`}
        title="Remove"
        run={() =>
          void changeFaults(() => client.DELETE('/__sandbox/faults/{id}', { path }), `Removed ${name ?? id}.`)
        }
      />
      {fault.held && fault.held.length > 0 && <HeldRequests fault={fault} />}
      {isEditing && (
        <FaultForm
          label={`Fault ${name ?? id}`}
          rule={ruleOf(fault)}
          action="Save fault"
          submit={async (body) => {
            await changeFaults(
              () => client.PUT('/__sandbox/faults/{id}', { path, body: { ...body, enabled } }),
              `Changed ${body.name ?? id}.`,
            )
            setEditing(false)
          }}
        />
      )}
    </li>
  )
}

/** The requests that wait because of a fault, to be let go as they are or as an error. */
function HeldRequests({ fault: { id, held } }: { fault: Fault }) {
  return (
    <div className="flex w-full flex-wrap items-center gap-2 text-sm">
      <ul aria-label="Waiting requests" className="min-w-44 flex-1 font-mono wrap-anywhere">
        {held?.map(({ method, path, user }, index) => (
          <li key={index}>
            {method} {path} of {user ?? 'anonymous'}
          </li>
        ))}
      </ul>
      <Button onClick={() => releaseRequests(id)}>Release</Button>
      <Button onClick={() => releaseRequests(id, 503)}>Release as 503</Button>
    </div>
  )
}

/** The rule of a fault, without `enabled`. */
function ruleOf(fault: Fault): FaultRule {
  const { name, match, nth, every, probability, times, for_ms, effect } = fault

  return { name, match, nth, every, probability, times, for_ms, effect }
}
