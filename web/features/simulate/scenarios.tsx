import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { QueryResult } from '../../parts/query-result.tsx'
import {
  enterScenario,
  leaveScenario,
  presetsBeside,
  startPreset,
  stopPreset,
} from '../../parts/sandbox/control.ts'
import { faultsQuery, type Fault, type Preset, type Scenario } from '../../service/sandbox-queries.ts'
import { getQuery } from '../../service/service-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/page.tsx'
import { describeEntering, describeFault, describeLeaving } from './describe-fault.ts'

/** A scenario, or a preset of faults, which is one of faults only. */
interface Item {
  readonly name: string
  readonly description: string
  readonly isCurrent: boolean
  /** What entering or leaving it changes. */
  readonly effects: readonly string[]
  readonly toggle: () => Promise<unknown>
}

/** Everything that can be entered and left by name. */
export function ScenariosCard() {
  const scenarios = useQuery(getQuery('/__sandbox/scenarios'))
  const presets = useQuery(getQuery('/__sandbox/fault-presets')).data?.items ?? []
  const faults = useQuery(faultsQuery).data?.items ?? []

  return (
    <Card
      title="Scenarios"
      part="scenarios"
      hint="Faults, data, health, user and clock under one name. Leaving a scenario restores what it changed; changes made in the meantime may be lost."
    >
      <QueryResult query={scenarios} rows={9}>
        {({ items }) => (
          <ul aria-label="Scenarios">
            {[
              ...presetsBeside(items, presets).map((preset) => presetItem(preset, faults)),
              ...items.map(scenarioItem),
            ].map((item) => (
              <Row key={item.name} item={item} />
            ))}
          </ul>
        )}
      </QueryResult>
    </Card>
  )
}

function presetItem(preset: Preset, faults: readonly Fault[]): Item {
  const { name, description, rules } = preset
  const isCurrent = faults.some(({ origin, active }) => origin === name && active)

  return {
    name,
    description,
    isCurrent,
    effects: isCurrent ? ['Removes its faults.'] : [...rules.map(describeFault), 'Keeps the data.'],
    toggle: () => (isCurrent ? stopPreset(name) : startPreset(name)),
  }
}

function scenarioItem(scenario: Scenario, _: number, all: readonly Scenario[]): Item {
  const current = all.find((each) => each.current)
  const isCurrent = scenario === current

  return {
    name: scenario.name,
    description: scenario.description,
    isCurrent,
    effects: [...(current ? describeLeaving(current) : []), ...(isCurrent ? [] : describeEntering(scenario))],
    toggle: () => (isCurrent ? leaveScenario(scenario) : enterScenario(scenario)),
  }
}

function Row({ item: { name, description, isCurrent, effects, toggle } }: { item: Item }) {
  const { mutate, isPending } = useMutation({ mutationFn: toggle })

  return (
    <li className="flex items-start gap-3 border-b border-line/60 py-1">
      <details name="scenarios" className="min-w-0 flex-1">
        <summary className="py-0.5">
          <span className="font-medium">{name}</span>
          {isCurrent && (
            <span className="ml-2 text-accent">
              <Check size={14} aria-hidden className="inline" /> current
            </span>
          )}
          <span className="block pl-4 text-sm text-muted">{description}</span>
        </summary>
        <ul className="list-disc pl-8 text-sm">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </details>
      <Button
        aria-label={`${isCurrent ? 'Leave' : 'Enter'} ${name}`}
        disabled={isPending}
        onClick={() => mutate()}
      >
        {isCurrent ? 'Leave' : 'Enter'}
      </Button>
    </li>
  )
}
