import { z } from 'zod'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { countWithin, rankOf } from '../../../data/model/statistics/entity-statistics.ts'
import { hourOf, sumOf, type RequestCount } from '../../../sandbox/journal/activity.ts'
import { Timestamp } from '../../../data/model/shared/json.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'
import { queueOf, statusResource } from './status-resource.ts'
import { jobDefinition } from '../../../data/model/jobs/job.ts'
import { entitiesOf } from '../../../data/model/entities/references.ts'
import type { Data } from '../../../data/model/data-tables.ts'

/** The retention period in days: the default (interface 8.1) and the maximum. */
const retention = { default: 30, max: 3650 }

export const jobs = statusResource('jobs/:retentionPeriod?', {
  rule: '4.4.4',
  description: 'Statistics of job types and conditions.',
  indexEntry: { member: 'jobs', title: `Statistics of the jobs of the last ${retention.default} days` },
  params: {
    retentionPeriod: z
      .int()
      .min(1)
      .max(retention.max)
      .describe(`Number of days to count, ${retention.default} if omitted.`),
  },
  members: {
    retention_period: z.int(),
    from: Timestamp,
    until: Timestamp,
    total: z.int(),
    job_types: z.array(
      z.object({
        type: z.string(),
        total: z.int(),
        conditions: z.object({ succeeded: z.int(), failed: z.int(), pending: z.int() }),
        last_started_on: Timestamp.nullable(),
      }),
    ),
    requests: z.object({
      total: z.int(),
      succeeded: z.int(),
      rejected: z.int(),
      failed: z.int(),
      days: z.array(z.object({ date: z.string(), requests: z.int() })),
    }),
  },
  read(call) {
    const { sandbox, params } = call
    const days = retentionPeriodOf(params.retentionPeriod)
    const until = sandbox.clock.now()
    const from = hourOf(until) - days * dayLength
    const requests = sandbox.activity.between(from, until)
    const copies = Float64Array.from(sandbox.data.jobs.all(), ({ createdOn }) => Date.parse(createdOn)).sort()
    const indexing = queueOf(sandbox, 'search_indexing')
    const updates = queueOf(sandbox, 'graph_updates')
    const deliveries = queueOf(sandbox, 'notification_delivery')
    const rejectedCopies = requests.filter(
      ({ route, status }) => route === '/api/entities/:id/copy' && status >= 400,
    )
    const types = [
      jobStatistics('EntityCopy', copies, { from, until, failed: sumOf(rejectedCopies) }),
      jobStatistics('SearchIndexing', indexing.arrivals, { from, until, pending: indexing.ready }),
      jobStatistics('GraphUpdate', updates.arrivals, { from, until, pending: updates.ready }),
      jobStatistics('NotificationDelivery', deliveries.arrivals, { from, until, pending: deliveries.ready }),
      massEditStatistics(sandbox.data, { from, until }),
    ]

    return {
      retention_period: days,
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      total: types.reduce((sum, { total }) => sum + total, 0),
      job_types: types,
      requests: requestStatistics(requests),
    }
  },
})

/** @param times when jobs of a type were started, ascending */
function jobStatistics(
  type: string,
  times: Float64Array,
  {
    from,
    until,
    failed = 0,
    pending = 0,
  }: { from: number; until: number; failed?: number; pending?: number },
) {
  const started = countWithin(times, from, until)
  const last = times[rankOf(times, until) - 1]
  const isWithin = last !== undefined && last > from

  return {
    type,
    total: started + failed,
    conditions: { succeeded: Math.max(0, started - pending), failed, pending: Math.min(pending, started) },
    last_started_on: isWithin ? new Date(last).toISOString() : null,
  }
}

function massEditStatistics(data: Data, { from, until }: { from: number; until: number }) {
  const started = entitiesOf(data, jobDefinition).flatMap(({ properties }) => {
    const { 'Job.Type': type, 'Job.StartedOn': at, 'Job.Condition': condition } = properties
    const time = type === 'MassEdit' && typeof at === 'string' ? Date.parse(at) : NaN

    return time > from && time <= until ? [{ time, condition }] : []
  })
  const failed = started.filter(({ condition }) => condition === 'Failed')
  const pending = started.filter(({ condition }) => condition === 'Pending')
  const times = started.filter(({ condition }) => condition !== 'Failed').map(({ time }) => time)

  return jobStatistics('MassEdit', Float64Array.from(times).sort(), {
    from,
    until,
    failed: failed.length,
    pending: pending.length,
  })
}

function requestStatistics(requests: readonly RequestCount[]) {
  const sum = (isCounted: (request: RequestCount) => boolean) => sumOf(requests.filter(isCounted))

  return {
    total: sumOf(requests),
    succeeded: sum(({ status }) => status < 400),
    rejected: sum(({ status }) => status >= 400 && status < 500),
    failed: sum(({ status }) => status >= 500),
    days: requestsByDay(requests),
  }
}

function requestsByDay(requests: readonly RequestCount[]): { date: string; requests: number }[] {
  const sums = new Map<string, number>()

  for (const { hour, count } of requests) {
    const date = new Date(hour).toISOString().slice(0, 10)

    sums.set(date, (sums.get(date) ?? 0) + count)
  }

  return Array.from(sums, ([date, sum]) => ({ date, requests: sum })).sort((one, other) =>
    one.date < other.date ? -1 : 1,
  )
}

function retentionPeriodOf(text: string | undefined): number {
  if (text === undefined) return retention.default
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0

  if (days < 1 || days > retention.max) {
    throw new InvalidRequest({
      retentionPeriod: `Expected a whole number of days, 1 to ${retention.max}, not "${text.slice(0, 100)}".`,
    })
  }

  return days
}
