import { useSearch } from '@tanstack/react-router'
import { useIsFetching, useQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { QueryResult } from '../../parts/query-result.tsx'
import { overviewQuery, faultsQuery, type Scenario, type Clock } from '../../service/sandbox-queries.ts'
import { queryClient, getQuery } from '../../service/service-client.ts'
import { Page, Card } from '../../ui/layout/page.tsx'
import { FaultsCard } from './faults.tsx'
import { HealthCard } from './health.tsx'
import { NotificationsCard } from './notifications.tsx'
import { Check, Play, Snowflake } from 'lucide-react'
import { scenariosOf, control } from '../../parts/sandbox/control.ts'
import { Button } from '../../ui/controls/button.tsx'
import { describeEntering, describeFault, describeLeaving } from './describe-fault.ts'
import { counted, formatBytes, formatCount, formatDuration } from '../../lib/format.ts'
import { Form, TextField } from '../../ui/controls/field.tsx'
import { clockActions, clockInputOf, setClock, useSandboxTime } from '../../parts/sandbox/sandbox-time.tsx'
import { Bars } from '../../parts/bars.tsx'

/** What an application may meet: health, scenarios, faults, notifications, and the time. */
export function SimulatePage() {
  const { part, ...request } = useSearch({ from: '/simulate' })
  const overview = useQuery(overviewQuery)
  const isFetching = useIsFetching() > 0
  const shown = useRef<string>(undefined)

  // What is above the part has its height only once it is loaded.
  useEffect(() => {
    if (!overview.data || isFetching || queryClient.isFetching() > 0 || shown.current === part) return
    shown.current = part

    const section = document.getElementById(part ?? '')

    section?.scrollIntoView()
    // Somebody who types in a field of it already stays there.
    if (section?.contains(document.activeElement)) return
    // The form for a request, or else the heading.
    const target = section?.querySelector<HTMLElement>('form input') ?? section?.querySelector('h2')

    target?.focus({ preventScroll: true })
  }, [part, overview.data, isFetching])

  return (
    <Page>
      <div className="min-h-0 flex-1 overflow-auto p-3">
        <QueryResult query={overview} rows={10}>
          {({ clock }) => (
            <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="grid min-w-0 gap-3">
                <HealthCard />
                <FaultsCard request={request} />
                <MeasuresCard />
              </div>
              <div className="grid min-w-0 gap-3">
                <ScenariosCard />
                <NotificationsCard />
                <ClockCard clock={clock} />
              </div>
            </div>
          )}
        </QueryResult>
      </div>
    </Page>
  )
}

/** Everything that can be entered and left by name. */
function ScenariosCard() {
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

/** Shows, advances and freezes the clock of the sandbox. */
function ClockCard({ clock }: { clock: Clock }) {
  const current = clockInputOf(clock)
  const now = `${new Date(useSandboxTime()).toISOString().slice(0, 19)}.000Z`
  const isFrozen = clock.mode === 'frozen'

  return (
    <Card title="Clock" part="clock" hint="Determines timestamps, token expiry and the recovery from Yellow.">
      <p className="flex items-center gap-2">
        {isFrozen ? (
          <Snowflake size={16} className="text-accent" aria-label="Frozen at" />
        ) : (
          <Play size={16} className="text-green" aria-label="Running:" />
        )}
        <time className="font-mono text-lg" dateTime={now}>
          {now.replace('T', ' ').replace('.000Z', ' UTC')}
        </time>
      </p>
      {!isFrozen && clock.offset_ms !== 0 && (
        <p className="text-sm text-muted">
          {counted(Math.abs(Math.round(clock.offset_ms / 1000)), 'second')}{' '}
          {clock.offset_ms > 0 ? 'ahead of' : 'behind'} the machine
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {clockActions(clock).map(({ label, title, Icon, run }) => (
          <Button Icon={Icon} key={label} title={title} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
      <Form
        className="mt-3 flex flex-wrap items-end gap-2"
        submit={({ at }) =>
          void control(
            setClock({ mode: 'frozen', at: new Date(`${at}Z`).toISOString() }),
            `Clock frozen at ${at} UTC.`,
            setClock(current),
          )
        }
      >
        <TextField label="Freeze at (UTC)" name="at" type="datetime-local" required max="9999-12-31T23:59" />
        <Button type="submit">Freeze at this time</Button>
      </Form>
    </Card>
  )
}

/** They depend on the time and on all requests, for which the sandbox sends no event. */
const refetchInterval = 3000

/** What the status resources report of queues, jobs, storage and users, which health and requests change. */
function MeasuresCard() {
  const queues = useQuery({ ...getQuery('/api/status/queues'), refetchInterval }).data
  const jobs = useQuery({ ...getQuery('/api/status/jobs'), refetchInterval }).data
  const storage = useQuery({ ...getQuery('/api/status/datastorage'), refetchInterval }).data
  const users = useQuery({ ...getQuery('/api/status/users'), refetchInterval }).data

  // Each with a text, and bars: what they are `over`, and their values.
  const measures = [
    ...(queues?.queues ?? []).map(
      ({ name, messages_ready: ready, received, drained_in_seconds: drained }) => ({
        name: `Queue ${name}`,
        text: `${formatCount(ready)} waiting${drained !== null && ready > 0 ? `, drained in ${drained} s` : ''}`,
        over: 'Messages received',
        values: received.map(({ messages }) => messages),
      }),
    ),
    jobs && {
      name: 'Jobs',
      text: `${counted(jobs.total, 'job')} in ${counted(jobs.retention_period, 'day')}`,
      over: 'Requests a day',
      values: jobs.requests.days.map(({ requests }) => requests),
    },
    storage && {
      name: 'Storage',
      text: `${formatBytes(storage.size_in_bytes)}, ${
        storage.response_time_ms === null
          ? 'no response'
          : `responds in ${formatDuration(storage.response_time_ms)}`
      }`,
      over: 'Response times',
      values: storage.response_times.map(({ response_time_ms }) => response_time_ms ?? 0),
    },
    users && {
      name: 'Users',
      text: `${formatCount(users.active_users)} active of ${formatCount(users.total)}`,
      over: `Users by role (${Object.keys(users.roles).join(', ')})`,
      values: Object.values(users.roles),
    },
  ]

  return (
    <Card title="Measures" hint="What the status resources report at the moment.">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {measures.map(
          (measure) =>
            measure && (
              <div key={measure.name} className="min-w-0">
                <dt className="flex flex-wrap justify-between gap-x-3">
                  <span className="font-medium">{measure.name}</span>
                  <span className="text-muted">{measure.text}</span>
                </dt>
                <dd>
                  <div className="h-8">
                    <Bars label={`${measure.over}: ${measure.values.join(', ')}`} values={measure.values} />
                  </div>
                  <span aria-hidden className="text-sm text-muted">
                    {measure.over}
                  </span>
                </dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  )
}
