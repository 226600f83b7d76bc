import { useQuery } from '@tanstack/react-query'
import { Check, Zap } from 'lucide-react'
import { useCommands } from '../../commands/registry.ts'
import { faultPresets, faults, scenarios } from '../../service/faults.ts'
import { Page } from '../../shell/page.tsx'
import { FailureNotice, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../sandbox/card.tsx'
import { useControl } from '../sandbox/use-control.ts'
import { AddFault } from './add-fault.tsx'
import { FaultList } from './fault-list.tsx'

/** What goes wrong on purpose: single faults, presets of them, and whole situations. */
export function FaultsPage() {
  const list = useQuery(faults)
  const presets = useQuery(faultPresets)
  const situations = useQuery(scenarios)
  const control = useControl()
  const clear = () =>
    control.mutate({ method: 'DELETE', path: '/__sandbox/faults', done: 'Cleared all faults.' })
  const current = situations.data?.find((scenario) => scenario.current)

  useCommands([{ id: 'clear faults', label: 'Clear all faults', group: 'This view', run: clear }])

  return (
    <Page
      title="Faults and scenarios"
      actions={
        <button type="button" className="button" disabled={!list.data?.length} onClick={clear}>
          Clear all faults
        </button>
      }
    >
      <div className="min-h-0 flex-1 overflow-auto p-3">
        {list.error && !list.data && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
        <div className="grid gap-3 xl:grid-cols-2">
          <Card title="Scenarios" hint="A situation with a name. Leaving it puts everything back.">
            {!situations.data && <Skeleton rows={5} />}
            <div role="radiogroup" aria-label="Scenario" className="flex flex-col gap-1.5">
              <Scenario
                name="None"
                description="Everything as it was set by hand."
                isCurrent={current === undefined}
                choose={() =>
                  control.mutate({
                    method: 'DELETE',
                    path: '/__sandbox/scenario',
                    done: 'Left the scenario.',
                  })
                }
              />
              {situations.data?.map(({ name, description, changes, current }) => (
                <Scenario
                  key={name}
                  name={name}
                  description={description}
                  note={changes.length > 0 ? `Sets ${changes.join(', ')}.` : ''}
                  isCurrent={current}
                  choose={() =>
                    control.mutate({
                      method: 'PUT',
                      path: '/__sandbox/scenario',
                      body: { name },
                      done: `Entered the scenario ${name}.`,
                    })
                  }
                />
              ))}
            </div>
          </Card>
          <div className="flex flex-col gap-3">
            <Card title="Presets" hint="Several faults at once.">
              {!presets.data && <Skeleton rows={5} />}
              <ul className="flex flex-col gap-1.5">
                {presets.data?.map(({ name, description }) => {
                  const isOn = list.data?.some(({ origin, active }) => origin === name && active) ?? false

                  return (
                    <li key={name} className="flex items-center gap-3 rounded border border-line px-3 py-2">
                      <div className="min-w-0 flex-1">
                        <p className="flex items-center gap-2 font-medium">
                          {name}
                          {isOn && (
                            <span className="inline-flex items-center gap-1 text-orange">
                              <Zap size={12} aria-hidden />
                              on
                            </span>
                          )}
                        </p>
                        <p className="text-sm text-muted">{description}</p>
                      </div>
                      <button
                        type="button"
                        className="button"
                        aria-label={`${isOn ? 'Restore' : 'Trigger'} ${name}`}
                        onClick={() =>
                          control.mutate(
                            isOn
                              ? {
                                  method: 'DELETE',
                                  path: `/__sandbox/faults?preset=${encodeURIComponent(name)}`,
                                  done: `Restored ${name}.`,
                                }
                              : {
                                  method: 'POST',
                                  path: '/__sandbox/faults',
                                  body: { preset: name },
                                  done: `Triggered ${name}.`,
                                },
                          )
                        }
                      >
                        {isOn ? 'Restore' : 'Trigger'}
                      </button>
                    </li>
                  )
                })}
              </ul>
            </Card>
            <Card title="Faults" hint="The first that matches a request decides.">
              <AddFault />
              {list.data?.length === 0 && (
                <p className="mt-3 text-muted">There is none: every request is answered as it should be.</p>
              )}
              {list.data && <FaultList faults={list.data} />}
            </Card>
          </div>
        </div>
      </div>
    </Page>
  )
}

function Scenario(props: {
  name: string
  description: string
  note?: string
  isCurrent: boolean
  choose: () => void
}) {
  const { name, description, note, isCurrent, choose } = props

  return (
    <label
      aria-label={name}
      className={`flex cursor-pointer items-start gap-2 rounded border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-accent ${isCurrent ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong'}`}
    >
      <input type="radio" name="scenario" className="mt-1" checked={isCurrent} onChange={choose} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1 font-medium">
          {name}
          {isCurrent && <Check size={14} className="text-accent" aria-hidden />}
        </span>
        <span className="block text-sm text-muted">
          {description} {note}
        </span>
      </span>
    </label>
  )
}
