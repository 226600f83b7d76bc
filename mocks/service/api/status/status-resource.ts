import { z } from 'zod'
import { healthLabels, labelCases, writeLabel, effectsOf } from '../../../data/model/health/component.ts'
import { Link, Timestamp } from '../../../data/model/shared/json.ts'
import { prepareStatistics } from '../../../data/model/statistics/entity-statistics.ts'
import type { Call } from '../../http/call.ts'
import {
  reply,
  get,
  documented,
  type HeaderDeclarations,
  type Declaration,
  type Params,
  type Route,
  type Source,
} from '../../http/declare-route.ts'
import type { QueryDeclaration, QueryOf } from '../../http/declare-request.ts'
import {
  readHealth,
  builtInComponentHealth,
  type ComponentHealth,
} from '../../../data/model/health/component-health.ts'
import { queueReport, type QueueName, type QueueReport } from '../../../data/model/statistics/queues.ts'
import { createStream } from '../../../data/model/shared/random.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { json, type Reply } from '../../http/replies/reply.ts'

/** A status resource and how the status index links to it. */
export interface StatusResource {
  readonly route: Route
  /** Undefined for a resource that is not in the index. */
  readonly indexEntry?: IndexEntry | undefined
}

/** Member of the status index, and the title of its link. */
interface IndexEntry {
  readonly member: string
  readonly title: string
}

/** A label in a response (the colour code of interface 2.6.3), in any of the letter cases that can be set. */
export const ColourCode = z
  .enum(labelCases.flatMap((labelCase) => healthLabels.map(writeLabel[labelCase])))
  .meta({ id: 'ColourCode' })

/** The labels and the message that status sub-resources share with the service status object. */
export const healthMembers = {
  service_status_label: ColourCode,
  service_status_message: z.string(),
  aggregated_service_status_label: ColourCode,
}

/** Also response times of a component, now and in the last hour: null while it is down. */
export const availabilityMembers = {
  ...healthMembers,
  is_available: z.boolean(),
  error_rate: z.number(),
  response_time_ms: z.number().nullable(),
  response_times: z.array(z.object({ at: Timestamp, response_time_ms: z.number().nullable() })),
}

/** Where the resource is documented: a rule of the interface, such as `4.4.5`, or another source. */
type StatusSource =
  | { readonly rule: string; readonly source?: never }
  | { readonly rule?: never; readonly source: Source }

type StatusDeclaration<
  Path extends string,
  Members extends z.ZodRawShape,
  Q extends QueryDeclaration,
> = StatusSource &
  Pick<Declaration<Params<Path>, undefined, Q>, 'description' | 'decisions' | 'query' | 'params'> & {
    /** Its title is the description, unless it has its own. */
    readonly indexEntry?: Omit<IndexEntry, 'title'> & Partial<IndexEntry>
    /** The members of its body, besides `measured_on` and `self`; interface 4.4.13 leaves them open. */
    readonly members: Members
    readonly headers?: HeaderDeclarations
    readonly read: (call: Call<Params<Path>, undefined, QueryOf<NoInfer<Q>>>) => z.input<z.ZodObject<Members>>
    /** The values of `headers`. */
    readonly headersOf?: (call: Call) => Record<string, string>
  }

/**
 * Declares a status sub-resource (interface 4.4): GET only, for administrators.
 *
 * @param name the path below `/api/status/`
 */
export function statusResource<
  const Name extends string,
  Members extends z.ZodRawShape,
  Q extends QueryDeclaration = {},
>(name: Name, declaration: StatusDeclaration<`/api/status/${Name}`, Members, Q>): StatusResource {
  const { rule, source, indexEntry, members, headers = {}, read, headersOf, ...rest } = declaration
  const path = `/api/status/${name}` as const
  const schema = z.object({ ...members, measured_on: Timestamp, self: Link })

  return {
    indexEntry: indexEntry && { title: rest.description.replace(/\.$/, ''), ...indexEntry },
    route: get(
      path,
      async (call) => {
        // Most of them read the statistics, directly or by the queues.
        await prepareStatistics(call.data)

        return labelledReply(
          call,
          {
            ...read(call),
            measured_on: call.sandbox.clock.timestamp(),
            self: call.links.to(fillPath(path, call.params)),
          },
          headersOf?.(call),
        )
      },
      {
        ...rest,
        source: rule === undefined ? source : documented(rule),
        access: 'administer',
        replies: { 200: reply(rest.description, schema, headers) },
      },
    ),
  }
}

/** The path of a route's link in the index: without optional parameters, with query parameters as a URI template. */
export function linkTemplate({ path, query }: Route): string {
  const parameters = Object.keys(query)

  return `${fillPath(path, {})}${parameters.length > 0 ? `{?${parameters.join(',')}}` : ''}`
}

/** A path with the values of its optional parameters; parameters without a value are omitted. */
function fillPath(path: string, params: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))

  return path.replace(/\/:(\w+)\?/g, (_, name: string) => {
    const value = values.get(name)

    return typeof value === 'string' ? `/${encodeURIComponent(value)}` : ''
  })
}

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
 * The values of `availabilityMembers`, with response times around `typicalTime`, in milliseconds, while the component is
 * Green. Before its last change it counts as Green, except in its last outage.
 */
export function availabilityOf({ control, clock }: Sandbox, component: ComponentHealth, typicalTime: number) {
  const { isAvailable, errorRate } = effectsOf[component.label]
  const now = clock.now()
  const since = Date.parse(component.since)
  const timeAt = (moment: number): number | null => {
    const label = isInOutage(component, moment) ? 'Red' : moment < since ? 'Green' : component.label
    const { isAvailable, slowdown } = effectsOf[label]
    const time = typicalTime * slowdown * (0.7 + 0.6 * gaugeValue(control.seed, component.path, moment))

    return isAvailable ? rounded(time) : null
  }

  return {
    ...healthMembersOf(component),
    is_available: isAvailable,
    error_rate: errorRate,
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
