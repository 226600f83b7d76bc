import { effectsOf, writeLabel } from '../../../data/model/health/component.ts'
import {
  readHealth,
  builtInComponentHealth,
  type ComponentHealth,
} from '../../../data/model/health/health.ts'
import { queueReport, type QueueName, type QueueReport } from '../../../data/model/statistics/queues.ts'
import { createStream } from '../../../data/model/shared/random.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'

/** A JSON reply in which labels are written in the letter case of the sandbox's settings. */
export function labelledReply(
  { control }: Call,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  if (control.labelCase === 'documented') return json(body, 200, headers)

  const write = writeLabel[control.labelCase]
  const withLabelCase = JSON.stringify(body, (name, value: unknown) =>
    name.endsWith('status_label') && typeof value === 'string' ? write(value) : value,
  )

  return { ...json(null, 200, headers), body: withLabelCase }
}

/** The values of `healthMembers` (`status-resource.ts`). */
export function healthMembersOf({ label, message, aggregated }: ComponentHealth) {
  return {
    service_status_label: label,
    service_status_message: message,
    aggregated_service_status_label: aggregated,
  }
}

/** The health of a seeded component, or of the service (`wholeService`). */
export function healthOf({ data, clock }: Sandbox, path: string): ComponentHealth {
  return builtInComponentHealth(readHealth(data, clock.now()), path)
}

export function queueOf({ data, clock }: Sandbox, name: QueueName): QueueReport {
  const now = clock.now()

  return queueReport(name, { data, health: readHealth(data, now), now })
}

/** The interval of the samples of an hour, in milliseconds. */
export const sampleInterval = 300_000

/**
 * Response times of a component: now and in the last hour, around `typicalTime` while it is Green, null while it is down.
 * Before its last change the component counts as Green, except in its last outage.
 */
export function responseTimes(
  { control, clock }: Sandbox,
  component: ComponentHealth,
  typicalTime: number,
): { response_time_ms: number | null; response_times: { at: string; response_time_ms: number | null }[] } {
  const now = clock.now()
  const since = Date.parse(component.since)
  const timeAt = (moment: number): number | null => {
    const label = isInOutage(component, moment) ? 'Red' : moment < since ? 'Green' : component.label
    const { isAvailable, slowdown } = effectsOf[label]
    const time = typicalTime * slowdown * (0.7 + 0.6 * gaugeValue(control.seed, component.path, moment))

    return isAvailable ? rounded(time) : null
  }

  return {
    response_time_ms: timeAt(now),
    response_times: sampleTimes(now).map((moment) => ({
      at: new Date(moment).toISOString(),
      response_time_ms: timeAt(moment),
    })),
  }
}

function isInOutage({ lastOutage }: ComponentHealth, moment: number): boolean {
  if (!lastOutage || moment < Date.parse(lastOutage.from)) return false

  return lastOutage.until === undefined || moment < Date.parse(lastOutage.until)
}

/** The last twelve multiples of five minutes up to `now`, ascending. */
export function sampleTimes(now: number): number[] {
  const last = Math.floor(now / sampleInterval)

  return Array.from({ length: 12 }, (_, index) => (last - 11 + index) * sampleInterval)
}

/** Rounds to one decimal place. */
export function rounded(number: number): number {
  return Math.round(number * 10) / 10
}

export function toSeconds(milliseconds: number): number {
  return rounded(milliseconds / 1000)
}

/** Time between two random values of a gauge, in milliseconds; in between, it is interpolated. */
const interval = 60_000

/** The value of a gauge, from 0 to 1. It fluctuates with time, and depends only on seed, gauge and time. */
function gaugeValue(seed: number, gauge: string, now: number): number {
  const index = Math.floor(now / interval)
  const share = now / interval - index
  const from = createStream(seed, gauge, index).next()
  const to = createStream(seed, gauge, index + 1).next()

  return from + (to - from) * (share * share * (3 - 2 * share))
}
