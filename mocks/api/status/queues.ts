import { performanceOf } from '../../model/statistics/performance.ts'
import { countWithin } from '../../model/statistics/entity-statistics.ts'
import { queueNames, type QueueReport } from '../../model/statistics/queues.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { get, type Route } from '../../http/routing/route.ts'
import { labelsOf, lastMoments, queueOf, seconds, statusReply } from './status-reply.ts'

const fiveMinutes = 300_000

/** Statistics of the message queues (interface 4.4.2). */
export const queues: Route[] = [get('/api/status/queues', readQueues, { access: 'administer' })]

function readQueues(call: Call): Reply {
  const reports = queueNames.map((name) => queueOf(call.sandbox, name))
  const now = call.sandbox.clock.now()

  return statusReply(call, 'queues', {
    total_messages_ready: reports.reduce((sum, { ready }) => sum + ready, 0),
    queues: reports.map((report) => queueResource(report, now)),
  })
}

function queueResource(report: QueueReport, now: number) {
  const { name, consumer, rate, arrivals } = report

  return {
    name,
    consumer: consumer.path === '' ? 'service' : consumer.path,
    ...labelsOf(consumer),
    is_running: performanceOf[consumer.label].isAvailable && rate > 0,
    messages_ready: report.ready,
    oldest_message_age_seconds: seconds(report.oldestAge),
    rate_per_second: rate,
    received_in_last_minute: report.receivedInLastMinute,
    processed_in_last_minute: report.processedInLastMinute,
    /** Null when it never drains at this rate. */
    drained_in_seconds: report.drainsIn === null ? null : seconds(report.drainsIn),
    received: lastMoments(now, fiveMinutes, 12).map((from) => ({
      from: new Date(from).toISOString(),
      messages: countWithin(arrivals, from - 1, Math.min(now, from + fiveMinutes - 1)),
    })),
  }
}
