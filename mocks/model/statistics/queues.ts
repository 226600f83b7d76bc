import { wholeService } from '../health/component.ts'
import { findService, type ServiceHealth } from '../health/health.ts'
import type { Data } from '../tables.ts'
import { entityStatistics } from './entity-statistics.ts'
import { performanceOf } from '../health/labels.ts'
import { queueAt, type Pace, type QueueState } from './queue.ts'

interface Queue {
  readonly name: string
  /** Path of the component that takes its messages. */
  readonly consumer: string
  /** Messages per second, when the consumer is Green. */
  readonly usualRate: number
  /** When messages came, ascending. */
  arrivals(data: Data): Float64Array
}

/** Every change of an entity is indexed and brought into the graph; every notification is delivered. */
const queues = {
  search_indexing: {
    name: 'search_indexing',
    consumer: 'search',
    usualRate: 20,
    arrivals: (data) => entityStatistics(data).modified,
  },
  graph_updates: {
    name: 'graph_updates',
    consumer: 'graph',
    usualRate: 12,
    arrivals: (data) => entityStatistics(data).modified,
  },
  notification_delivery: {
    name: 'notification_delivery',
    consumer: wholeService,
    usualRate: 5,
    arrivals: (data) =>
      Float64Array.from(data.notifications.all(), ({ createdOn }) => Date.parse(createdOn)).sort(),
  },
} as const satisfies Readonly<Record<string, Queue>>

export type QueueName = keyof typeof queues

export const queueNames = Object.keys(queues) as QueueName[] // the keys of that very object

export interface QueueReport extends QueueState {
  readonly name: QueueName
  readonly consumer: ServiceHealth
  /** Messages per second, now. */
  readonly rate: number
  readonly arrivals: Float64Array
}

/** The state of a queue at a moment: what its consumer's health makes of what happened in the sandbox. */
export function queueReport(
  name: QueueName,
  { data, health, now }: { data: Data; health: ServiceHealth; now: number },
): QueueReport {
  const { consumer: path, usualRate, arrivals: arrivalsIn } = queues[name]
  const consumer = findService(health, path) ?? health
  const arrivals = arrivalsIn(data)
  const pace = paceOf(consumer, usualRate)

  return { name, consumer, rate: pace.rate, arrivals, ...queueAt(arrivals, pace, now) }
}

/** A component works as its label says, with as many of its workers as are available. */
function paceOf(consumer: ServiceHealth, usual: number): Pace {
  const workers = consumer.path === wholeService ? [] : consumer.downstream
  const available = workers.filter(({ label }) => performanceOf[label].isAvailable)
  const share = workers.length === 0 ? 1 : available.length / workers.length
  const since = Math.max(...[consumer, ...workers].map((each) => Date.parse(each.since)))

  return {
    usual,
    rate: usual * performanceOf[consumer.label].speed * share,
    since,
    stopped: overlapOf([consumer.stopped]) ?? overlapOf(workers.map(({ stopped }) => stopped)),
  }
}

/** When all of them stood still. */
function overlapOf(stops: readonly ServiceHealth['stopped'][]): Pace['stopped'] {
  if (stops.length === 0 || stops.includes(undefined)) return undefined

  const from = Math.max(...stops.map((stop) => Date.parse(stop?.from ?? '')))
  const until = Math.min(
    ...stops.map((stop) => (stop?.until === undefined ? Infinity : Date.parse(stop.until))),
  )

  return from < until ? { from, ...(Number.isFinite(until) ? { until } : {}) } : undefined
}
