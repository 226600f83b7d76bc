import { Check } from 'lucide-react'
import { useScenario } from '../../parts/sandbox/use-scenario.ts'
import type { ScenarioResponse } from '../../service/faults.ts'
import { Button } from '../../ui/controls/button.tsx'
import { describeEntering, describeLeaving } from './describe.ts'

/** The scenarios, each with the changes that entering it would make. */
export function ScenarioList({ scenarios }: { scenarios: readonly ScenarioResponse[] }) {
  const current = scenarios.find((scenario) => scenario.current)
  const { enter, leave, isPending } = useScenario()

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
              onClick={() => (isCurrent ? leave(scenario) : enter(scenario))}
            >
              {isCurrent ? `Leave ${name}` : `Enter ${name}`}
            </Button>
          </details>
        )
      })}
    </div>
  )
}
