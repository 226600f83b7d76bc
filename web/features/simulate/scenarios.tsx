import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { QueryResult } from '../../parts/query-result.tsx'
import { scenariosOf } from '../../parts/sandbox/control.ts'
import { faultsQuery, type Scenario } from '../../service/sandbox-queries.ts'
import { getQuery } from '../../service/service-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/page.tsx'
import { describeEntering, describeFault, describeLeaving } from './describe-fault.ts'

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
            {scenariosOf(items, presets, faults).map((item) => {
              const current = items.find((each) => each.current)

              return <Row key={item.name} item={item} effects={effectsOf(item, current)} />
            })}
          </ul>
        )}
      </QueryResult>
    </Card>
  )
}

type Item = ReturnType<typeof scenariosOf>[number]

/** What entering or leaving it changes. */
function effectsOf(item: Item, current: Scenario | undefined): string[] {
  if ('preset' in item)
    return item.isCurrent
      ? ['Removes its faults.']
      : [...item.preset.rules.map(describeFault), 'Keeps the data.']

  return [
    ...(current ? describeLeaving(current) : []),
    ...(item.isCurrent ? [] : describeEntering(item.scenario)),
  ]
}

function Row({ item, effects }: { item: Item; effects: readonly string[] }) {
  const { name, description, isCurrent, toggle } = item
  const { mutate, isPending } = useMutation({ mutationFn: async () => toggle() })

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
