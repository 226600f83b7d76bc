import { wholeService, effectsOf } from '../health/component.ts'
import { builtInComponentHealth, type ComponentHealth } from '../health/component-health.ts'
import type { Data } from '../data-tables.ts'
import { entityStatistics, rankOf } from './entity-statistics.ts'

interface Queue {
  readonly consumerPath: string
  /** Messages per second, when the consumer is Green. */
  readonly usualRate: number
  /** Arrival times, ascending: milliseconds since 1970. */
  arrivals(data: Data): Float64Array
}

/** The last change of each entity is a message to search and to the graph; each notification is one to its delivery. */
const queues = {
  search_indexing: {
    consumerPath: 'search',
    usualRate: 20,
    arrivals: (data) => entityStatistics(data).modified,
  },
  graph_updates: {
    consumerPath: 'graph',
    usualRate: 12,
    arrivals: (data) => entityStatistics(data).modified,
  },
  notification_delivery: {
    consumerPath: wholeService,
    usualRate: 5,
    arrivals: (data) =>
      Float64Array.from(data.notifications.all(), ({ createdOn }) => Date.parse(createdOn)).sort(),
  },
} as const satisfies Readonly<Record<string, Queue>>

export type QueueName = keyof typeof queues

export const queueNames = Object.keys(queues) as QueueName[] // the keys of that very object

export type QueueReport = ReturnType<typeof queueReport>

/** The state of a queue now, derived from its arrivals and the health of its consumer; its rate is that of `Pace`. */
export function queueReport(
  name: QueueName,
  { data, health, now }: { data: Data; health: ComponentHealth; now: number },
) {
  const { consumerPath, usualRate, arrivals: arrivalsIn } = queues[name]
  const consumer = builtInComponentHealth(health, consumerPath)
  const arrivals = arrivalsIn(data)
  const pace = paceOf(consumer, usualRate)

  return { name, consumer, rate: pace.rate, arrivals, ...queueAt(arrivals, pace, now) }
}

/**
 * The pace follows from the label of the consumer, and from the share of the components below it that are available. Not
 * for the service itself: the components below it consume other queues.
 */
function paceOf(consumer: ComponentHealth, usualRate: number): Pace {
  const downstream = consumer.path === wholeService ? [] : consumer.downstream
  const available = downstream.filter(({ label }) => effectsOf[label].isAvailable)
  const share = downstream.length === 0 ? 1 : available.length / downstream.length
  const since = Math.max(...[consumer, ...downstream].map((each) => Date.parse(each.since)))

  return {
    usualRate,
    rate: usualRate * effectsOf[consumer.label].speed * share,
    since,
    lastOutage: later(
      overlapOf([consumer.lastOutage]),
      overlapOf(downstream.map(({ lastOutage }) => lastOutage)),
    ),
  }
}

/** The outage that ends last. */
function later(a: Pace['lastOutage'], b: Pace['lastOutage']): Pace['lastOutage'] {
  if (!a || !b) return a ?? b

  return (b.until ?? Infinity) > (a.until ?? Infinity) ? b : a
}

/** The time that all outages have in common; undefined when there is none. */
function overlapOf(outages: readonly ComponentHealth['lastOutage'][]): Pace['lastOutage'] {
  const known = outages.filter((outage) => outage !== undefined)

  if (known.length === 0 || known.length < outages.length) return undefined

  const from = Math.max(...known.map(({ from: start }) => Date.parse(start)))
  const until = Math.min(...known.map(({ until: end }) => (end === undefined ? Infinity : Date.parse(end))))

  return from < until ? { from, ...(Number.isFinite(until) ? { until } : {}) } : undefined
}

/** How fast messages are consumed, and since when. */
export interface Pace {
  /** The current rate, in messages per second. */
  readonly rate: number
  /** Start of the current rate, in milliseconds since 1970; before, the rate was `usualRate`. */
  readonly since: number
  readonly usualRate: number
  /** The last period without consumption; it has no `until` while it lasts. */
  readonly lastOutage?: { readonly from: number; readonly until?: number } | undefined
}

const minute = 60_000

/** Messages that arrived longer than this before now, or before the last outage, count as processed. */
const horizon = 3_600_000

/**
 * The state of a queue at a time, computed from the arrivals and the pace: messages are consumed one after the other,
 * and none while the consumer is stopped.
 *
 * @param arrivals ascending arrival times of messages: milliseconds since 1970
 */
export function queueAt(arrivals: Float64Array, pace: Pace, now: number) {
  const first = rankOf(arrivals, Math.min(now, pace.lastOutage?.from ?? now) - horizon)
  const recent = arrivals.subarray(first, rankOf(arrivals, now))
  let completion = -Infinity
  let [processed, waiting, oldest] = [0, 0, now]

  for (const arrival of recent) {
    completion = completionOf(Math.max(arrival, completion), pace)
    if (completion > now) {
      if (waiting === 0) oldest = arrival
      waiting++
    } else if (completion > now - minute) processed++
  }

  return {
    /** The number of waiting messages. */
    ready: waiting,
    /** How long the oldest of them has been waiting, in milliseconds. */
    oldestAge: now - oldest,
    /** Milliseconds until the queue is empty; null while the consumer is stopped. */
    drainsIn: waiting === 0 ? 0 : Number.isFinite(completion) ? completion - now : null,
    receivedInLastMinute: recent.length - rankOf(recent, now - minute),
    processedInLastMinute: processed,
  }
}

/** When a message is processed that is next in the queue at `start`. */
function completionOf(start: number, { rate, since, usualRate, lastOutage }: Pace): number {
  const { from = Infinity, until = Infinity } = lastOutage ?? {}
  const begin = start >= from && start < until ? until : start

  return begin + 1000 / (begin < since ? usualRate : rate)
}
