import { z } from 'zod'
import { healthLabels, labelCases, writeLabel } from '../../../data/model/health/component.ts'
import { Link, Timestamp } from '../../../data/model/shared/json.ts'
import { prepareStatistics } from '../../../data/model/statistics/entity-statistics.ts'
import type { Call } from '../../http/call.ts'
import {
  reply,
  type HeaderDeclarations,
  get,
  type Declaration,
  type Params,
  type Route,
  documented,
  type Source,
} from '../../http/declaration/declare-route.ts'
import type { QueryDeclaration, QueryOf } from '../../http/declaration/query-declaration.ts'
import { labelledReply } from './labelled-reply.ts'

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

/** Response times of a component: now, and in the last hour. Null while it is down. */
export const responseTimeMembers = {
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
