import { z } from 'zod'
import { effectsOf } from '../../model/health/labels.ts'
import { countWithin } from '../../model/statistics/entity-statistics.ts'
import { queueNames, type QueueReport } from '../../model/statistics/queues.ts'
import { Timestamp } from '../../model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { healthMembersOf, lastMoments, queueOf, seconds } from './status-reply.ts'
import { healthMembers, statusResource } from './status-resource.ts'

const fiveMinutes = 300_000

/** Statistics of the message queues (interface 4.4.2). */
export const queues = statusResource('queues', {
  rule: '4.4.2',
  description: 'Statistics of the message queues.',
  indexEntry: { as: 'queues', title: 'Statistics of the message queues' },
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
  const reports = queueNames.map((name) => queueOf(call.sandbox, name))
  const now = call.sandbox.clock.now()

  return {
    total_messages_ready: reports.reduce((sum, { ready }) => sum + ready, 0),
    queues: reports.map((report) => queueResource(report, now)),
  }
}

function queueResource(report: QueueReport, now: number) {
  const { name, consumer, rate, arrivals } = report

  return {
    name,
    consumer: consumer.path === '' ? 'service' : consumer.path,
    ...healthMembersOf(consumer),
    is_running: effectsOf[consumer.label].isAvailable && rate > 0,
    messages_ready: report.ready,
    oldest_message_age_seconds: seconds(report.oldestAge),
    rate_per_second: rate,
    received_in_last_minute: report.receivedInLastMinute,
    processed_in_last_minute: report.processedInLastMinute,
    drained_in_seconds: report.drainsIn === null ? null : seconds(report.drainsIn),
    received: lastMoments(now, fiveMinutes, 12).map((from) => ({
      from: new Date(from).toISOString(),
      messages: countWithin(arrivals, from - 1, Math.min(now, from + fiveMinutes - 1)),
    })),
  }
}
