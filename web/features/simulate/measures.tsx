import { useQuery } from '@tanstack/react-query'
import { counted, formatBytes, formatCount, formatDuration } from '../../lib/format.ts'
import { Bars } from '../../parts/bars.tsx'
import { getQuery } from '../../service/service-client.ts'
import { Card } from '../../ui/layout/page.tsx'

/** They depend on the time and on all requests, for which the sandbox sends no event. */
const refetchInterval = 3000

/** What the status resources report of queues, jobs, storage and users, which health and requests change. */
export function MeasuresCard() {
  const queues = useQuery({ ...getQuery('/api/status/queues'), refetchInterval }).data
  const jobs = useQuery({ ...getQuery('/api/status/jobs'), refetchInterval }).data
  const storage = useQuery({ ...getQuery('/api/status/datastorage'), refetchInterval }).data
  const users = useQuery({ ...getQuery('/api/status/users'), refetchInterval }).data

  const measures: readonly (Measure | undefined)[] = [
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

interface Measure {
  readonly name: string
  readonly text: string
  /** What the bars are. */
  readonly over: string
  readonly values: readonly number[]
}
