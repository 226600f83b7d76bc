import { z } from 'zod'
import { readHealth } from '../../../data/model/health/component-health.ts'
import { countWithin } from '../../../data/model/statistics/entity-statistics.ts'
import { queueNames, queueReport, type QueueReport } from '../../../data/model/statistics/queues.ts'
import { Timestamp } from '../../../data/model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import {
  sampleInterval,
  healthMembersOf,
  sampleTimes,
  toSeconds,
  healthMembers,
  statusResource,
} from './status-resource.ts'

export const queues = statusResource('queues', {
  rule: '4.4.2',
  description: 'Statistics of the message queues.',
  indexEntry: { member: 'queues' },
  members: {
    total_messages_ready: z.int(),
    queues: z.array(
      z.object({
        name: z.string(),
        consumer: z.string().describe('Path of the component that consumes its messages.'),
        ...healthMembers,
        is_running: z.boolean(),
        messages_ready: z.int(),
        oldest_message_age_seconds: z.number(),
        rate_per_second: z.number(),
        received_in_last_minute: z.int(),
        processed_in_last_minute: z.int(),
        drained_in_seconds: z.number().nullable().describe('Null when it never drains at this rate.'),
        received: z.array(z.object({ from: Timestamp, messages: z.int() })),
      }),
    ),
  },
  read: readQueues,
})

function readQueues(call: Call) {
  const { data, clock } = call.sandbox
  const now = clock.now()
  const health = readHealth(data, now)
  const reports = queueNames.map((name) => queueReport(name, { data, health, now }))

  return {
    total_messages_ready: reports.reduce((sum, { ready }) => sum + ready, 0),
    queues: reports.map((report) => queueResource(report, now)),
  }
}

function queueResource({ name, consumer, rate, arrivals, ...report }: QueueReport, now: number) {
  return {
    name,
    consumer: consumer.path === '' ? 'service' : consumer.path,
    ...healthMembersOf(consumer),
    is_running: rate > 0,
    messages_ready: report.ready,
    oldest_message_age_seconds: toSeconds(report.oldestAge),
    rate_per_second: rate,
    received_in_last_minute: report.receivedInLastMinute,
    processed_in_last_minute: report.processedInLastMinute,
    drained_in_seconds: report.drainsIn === null ? null : toSeconds(report.drainsIn),
    received: sampleTimes(now).map((from) => ({
      from: new Date(from).toISOString(),
      messages: countWithin(arrivals, from - 1, Math.min(now, from + sampleInterval - 1)),
    })),
  }
}
