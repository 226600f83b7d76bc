import { z } from 'zod'
import { UncheckedJson } from '../../data/model/shared/json.ts'
import type { BodyPattern } from '../../data/model/definitions/typed-definitions.ts'
import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import { GraphqlPattern, operationDifferences } from '../journal/graphql-operation.ts'
import { eachDifference, type Difference } from '../journal/json-difference.ts'
import { Wildcards, type Gap } from '../../data/model/shared/wildcards.ts'

/** Selects requests. Omitted members match anything. */
export const RequestPattern = z.strictObject({
  /** Selects messages that the sandbox sends to receivers instead of the requests that it receives. */
  outgoing: z.boolean().optional(),
  /** Case-insensitive. */
  method: z.string().min(1).optional(),
  /**
   * Path below the base URL, in any letter case and with or without a slash at the end: `:name` or `{name}` is one
   * segment, a last segment `*` is the rest of the path, any other `*` any text within its segment. May carry a query:
   * `/api/entities/:id?culture=en-US`.
   */
  path: z.string().startsWith('/').max(2000).optional(),
  /** Query parameters and one of the values of each; a request may have more. */
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** Headers and their values; names are case-insensitive. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Name of the requesting user; null for an anonymous request. */
  user: z.string().nullable().optional(),
  /** JSON that the body must contain; its objects may have more members. */
  body: UncheckedJson.optional(),
  /** The GraphQL operation. */
  graphql: GraphqlPattern.optional(),
})
export interface RequestPattern extends Omit<z.infer<typeof RequestPattern>, 'body'> {
  body?: BodyPattern | undefined
}

/** The facts of a request that patterns are compared with. */
export type RequestFacts = Pick<
  Exchange,
  'method' | 'path' | 'search' | 'user' | 'graphql' | 'header' | 'json'
> &
  Partial<Pick<Exchange, 'message'>>

/** A pattern compiled for repeated use. */
export class RequestMatcher {
  readonly pattern: RequestPattern
  readonly #method: string | undefined
  readonly #path: PathPattern | undefined
  readonly #query: readonly (readonly [name: string, value: string])[]
  readonly #headers: readonly (readonly [name: string, value: string])[]

  constructor(pattern: RequestPattern) {
    const [path, ...search] = pattern.path?.split('?') ?? []

    this.pattern = pattern
    this.#method = pattern.method?.toUpperCase()
    this.#path = path === undefined ? undefined : new PathPattern(path)
    this.#query = [
      ...new URLSearchParams(search.join('?')),
      ...Object.entries(pattern.query ?? {}).map(([name, value]) => [name, String(value)] as const),
    ]
    this.#headers = Object.entries(pattern.headers ?? {})
  }

  matches(request: RequestFacts): boolean {
    return this.differences(request).next().done === true
  }

  /**
   * The differences that keep a request from matching; none when it matches. One by one: most requests differ in method
   * or path, and need no look at the rest to be known not to match.
   */
  *differences(request: RequestFacts): Generator<Difference> {
    const { path, user, body, graphql, outgoing = false } = this.pattern
    const isOutgoing = request.message !== undefined

    if (outgoing !== isOutgoing) yield { path: 'outgoing', expected: outgoing, actual: isOutgoing }
    if (this.#method !== undefined && this.#method !== request.method) {
      yield { path: 'method', expected: this.#method, actual: request.method }
    }
    if (this.#path?.matches(request.path) === false) {
      yield { path: 'path', expected: path, actual: request.path }
    }
    for (const [name, value] of this.#query) {
      const values = new URLSearchParams(request.search).getAll(name)

      if (!values.includes(value)) yield* eachDifference(value, values[0], `query.${name}`)
    }
    for (const [name, value] of this.#headers) {
      yield* eachDifference(value, request.header(name.toLowerCase()), `headers.${name}`)
    }
    if (user !== undefined) yield* eachDifference(user, request.user ?? null, 'user')
    if (body !== undefined) yield* eachDifference(body, request.json(), 'body')
    if (graphql) yield* operationDifferences(graphql, request.graphql)
  }
}

/** `/api/entities/:id`, `/api/search*`, `/api/status/*`, compiled for repeated use. */
export class PathPattern {
  readonly #segments: readonly Wildcards[]
  /** Whether the path must go on after the segments. */
  readonly #hasRest: boolean

  constructor(pattern: string) {
    this.#hasRest = pattern.endsWith('/*')

    const path = this.#hasRest ? pattern.slice(0, -2) : pattern

    this.#segments = segmentsOf(path).map(wildcardsOf)
  }

  matches(path: string): boolean {
    const { length } = this.#segments
    const segments = segmentsOf(path)
    const hasRest = segments.length > length + 1 || (segments[length] ?? '') !== ''

    return (
      (this.#hasRest ? hasRest : segments.length === length) &&
      this.#segments.every((segment, index) => segment.matches(segments[index] ?? ''))
    )
  }
}

/** As routes do, patterns match paths in any letter case, and with a slash at the end. */
function segmentsOf(path: string): string[] {
  return path.toLowerCase().replace(/\/$/, '').split('/')
}

/** `:name` at the beginning, or `{name}`, matches one or more characters, `*` any number. */
function wildcardsOf(segment: string): Wildcards {
  const pieces = segment.split(/^:\w+|^\{[^{}]+\}|\*/)
  const gaps = pieces.slice(1).map((_, index): Gap => (index === 0 && /^(:\w|\{[^{}])/.test(segment) ? 1 : 0))

  return new Wildcards(pieces, gaps)
}
