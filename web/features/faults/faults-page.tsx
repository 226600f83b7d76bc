import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import {
  faultsQuery,
  type Fault,
  type FaultRule,
  type Preset,
  type Scenario,
} from '../../service/sandbox-queries.ts'
import { Card, Page } from '../../ui/layout/page.tsx'
import { QueryList, QueryResult } from '../../parts/query-result.tsx'
import { AddFault } from './add-fault.tsx'
import {
  changeFaults,
  clearFaults,
  enterScenario,
  leaveScenario,
  triggerPreset,
} from '../../parts/sandbox/control.ts'
import { Button, IconButton, Switch } from '../../ui/controls/button.tsx'
import { counted, formatCount } from '../../lib/format.ts'
import { Check, RotateCw, X, Zap } from 'lucide-react'
import { client, getQuery, queryClient } from '../../service/service-client.ts'
import {
  describeEffect,
  describeEntering,
  describeLeaving,
  describeMatch,
  describeWhen,
} from './describe-fault.ts'

/** Simulated failures: single faults, presets and scenarios. */
export function FaultsPage() {
  const request = useSearch({ from: '/faults' })
  const list = useQuery(faultsQuery)
  const presets = useQuery(getQuery('/__sandbox/fault-presets'))
  const scenarios = useQuery(getQuery('/__sandbox/scenarios'))

  return (
    <Page
      actions={
        <Button disabled={!list.data?.items.length} onClick={clearFaults}>
          Clear all faults
        </Button>
      }
    >
      <div className="min-h-0 flex-1 overflow-auto p-3">
        <div className="grid items-start gap-3 xl:grid-cols-2">
          <div className="grid gap-3">
            <Card
              title="Faults"
              hint="Delays add up; of other effects, only the first match applies. Requests that the console makes for itself are not affected; those you send in the explorer or replay are."
            >
              <AddFault key={JSON.stringify(request)} request={request} />
              <QueryList query={list} label="Faults" empty="No faults: every request is handled normally.">
                {(fault) => <FaultRow key={fault.id} fault={fault} />}
              </QueryList>
            </Card>
            <Card title="Presets" hint="Groups of faults that are triggered and stopped together.">
              <QueryResult query={presets} rows={5}>
                {({ items }) => <PresetList presets={items} faults={list.data?.items ?? []} />}
              </QueryResult>
            </Card>
          </div>
          <Card
            title="Scenarios"
            hint="Data, health, faults, user and clock under one name. Leaving a scenario restores what it changed; changes made in the meantime may be lost."
          >
            <QueryResult query={scenarios} rows={9}>
              {({ items }) => <ScenarioList scenarios={items} />}
            </QueryResult>
          </Card>
        </div>
      </div>
    </Page>
  )
}

function FaultRow({ fault }: { fault: Fault }) {
  const { id, origin, enabled, active, seen, hits, name } = fault
  const path = { id }
  const isExpired = enabled && !active
  const setEnabled = (isOn: boolean) => {
    void changeFaults(
      () => client.PUT('/__sandbox/faults/{id}', { path, body: { ...ruleOf(fault), enabled: isOn } }),
      `${isOn ? 'Enabled' : 'Disabled'} ${name ?? id}.`,
    )
    // The switch moves before the sandbox responds.
    queryClient.setQueryData(
      faultsQuery.queryKey,
      (list) =>
        list && {
          ...list,
          items: list.items.map((each) => (each.id === id ? { ...each, enabled: isOn, active: isOn } : each)),
        },
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
        run={() =>
          void changeFaults(() => client.DELETE('/__sandbox/faults/{id}', { path }), `Removed ${name ?? id}.`)
        }
      />
    </li>
  )
}

/** The rule of a fault, without `enabled`. */
function ruleOf(fault: Fault): FaultRule {
  const { name, match, nth, every, probability, times, for_ms, effect } = fault

  return { name, match, nth, every, probability, times, for_ms, effect }
}

function PresetList({ presets, faults }: { presets: readonly Preset[]; faults: readonly Fault[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {presets.map(({ name, description }) => {
        const isOn = faults.some(({ origin, active }) => origin === name && active)
        const action = isOn ? 'Stop' : 'Trigger'
        const toggle = () =>
          isOn
            ? changeFaults(
                () => client.DELETE('/__sandbox/faults', { query: { preset: name } }),
                `Stopped ${name}.`,
              )
            : triggerPreset(name)

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
            <Button aria-label={`${action} ${name}`} onClick={() => void toggle()}>
              {action}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** The scenarios, each with the changes that entering it would make. */
function ScenarioList({ scenarios }: { scenarios: readonly Scenario[] }) {
  const current = scenarios.find((scenario) => scenario.current)
  const { mutate: toggle, isPending } = useMutation({
    mutationFn: async (scenario: Scenario) =>
      scenario.current ? leaveScenario(scenario) : enterScenario(scenario),
  })

  return (
    <div className="flex flex-col gap-1.5">
      {scenarios.map((scenario) => {
        const { name, description } = scenario
        const isCurrent = scenario === current

        return (
          <details
            key={name}
            name="scenarios"
            className={`rounded border px-3 ${isCurrent ? 'border-accent bg-accent-soft' : 'border-line open:border-line-strong'}`}
          >
            <summary className="cursor-pointer py-2">
              <span className="inline-flex items-center gap-2 font-medium">
                {name}
                {isCurrent && (
                  <span className="inline-flex items-center gap-1 font-normal text-accent">
                    <Check size={14} aria-hidden />
                    current
                  </span>
                )}
              </span>
              <span className="block pl-4 text-sm text-muted">{description}</span>
            </summary>
            <ul className="list-disc pl-8 text-sm">
              {[
                ...(current ? describeLeaving(current) : []),
                ...(isCurrent ? [] : describeEntering(scenario)),
              ].map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
            <Button
              tone="primary"
              className="my-2 ml-4"
              disabled={isPending}
              onClick={() => toggle(scenario)}
            >
              {isCurrent ? `Leave ${name}` : `Enter ${name}`}
            </Button>
          </details>
        )
      })}
    </div>
  )
}
