import { Check } from 'lucide-react'
import { useState } from 'react'
import type { ScenarioAnswer } from '../../service/faults.ts'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { describeEntering, describeLeaving } from './describe-scenario.ts'
import { Button } from '../../ui/button.tsx'

/** What the choice of no scenario is called. */
const none = 'None'

/** The scenarios; choosing one shows what it would change before it does. */
export function ScenarioList({ scenarios }: { scenarios: readonly ScenarioAnswer[] }) {
  const current = scenarios.find((scenario) => scenario.current)
  const currentName = current?.name ?? none
  const [chosen, setChosen] = useState<string>()
  const control = useControl()
  const choice = chosen ?? currentName

  const enter = (name: string) => {
    control.mutate(
      name === none
        ? { method: 'DELETE', path: '/__sandbox/scenario', done: `Left the scenario ${currentName}.` }
        : {
            method: 'PUT',
            path: '/__sandbox/scenario',
            body: { name },
            done: `Entered the scenario ${name}.`,
          },
      { onSettled: () => setChosen(undefined) },
    )
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (choice !== currentName) enter(choice)
      }}
    >
      <div role="radiogroup" aria-label="Scenario" className="flex flex-col gap-1.5">
        {[undefined, ...scenarios].map((scenario) => {
          const name = scenario?.name ?? none

          return (
            <ScenarioCard
              key={name}
              name={name}
              description={scenario?.description ?? 'Everything as it was set by hand.'}
              isCurrent={name === currentName}
              isChosen={name === choice}
              changes={[
                ...(current ? describeLeaving(current) : []),
                ...(scenario ? describeEntering(scenario) : []),
              ]}
              isPending={control.isPending}
              choose={() => setChosen(name)}
              cancel={() => setChosen(undefined)}
            />
          )
        })}
      </div>
    </form>
  )
}

interface ScenarioCardProps {
  readonly name: string
  readonly description: string
  readonly isCurrent: boolean
  readonly isChosen: boolean
  /** What happens when it is entered. */
  readonly changes: readonly string[]
  readonly isPending: boolean
  readonly choose: () => void
  readonly cancel: () => void
}

function ScenarioCard(props: ScenarioCardProps) {
  const { name, description, isCurrent, isChosen, changes, isPending, choose, cancel } = props

  return (
    <div
      className={`rounded border px-3 py-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent ${isCurrent ? 'border-accent bg-accent-soft' : isChosen ? 'border-accent' : 'border-line hover:border-line-strong'}`}
    >
      <label aria-label={name} className="flex cursor-pointer items-start gap-2">
        <input type="radio" name="scenario" className="mt-1" checked={isChosen} onChange={choose} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2 font-medium">
            {name}
            {isCurrent && (
              <span className="inline-flex items-center gap-1 font-normal text-accent">
                <Check size={14} aria-hidden />
                now
              </span>
            )}
          </span>
          <span className="block text-sm text-muted">{description}</span>
        </span>
      </label>
      {isChosen && !isCurrent && (
        <div className="mt-2 border-t border-line pt-2 pl-5" role="status">
          <ul className="list-disc pl-4 text-sm">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <div className="mt-2 flex gap-2">
            <Button type="submit" tone="primary" disabled={isPending}>
              {isPending ? 'Working…' : name === none ? 'Leave the scenario' : `Enter ${name}`}
            </Button>
            <Button onClick={cancel}>Cancel</Button>
          </div>
        </div>
      )}
    </div>
  )
}
