import { z } from 'zod'
import type { Call } from './call.ts'
import { inSlices, isSliced, type Sliced } from '../../data/model/shared/slices.ts'
import type { Severity } from '../../data/model/shared/warnings.ts'
import type { Reply } from './replies/reply.ts'
import {
  jsonBody,
  type BodyDeclaration,
  type Parameter,
  type QueryDeclaration,
  type QueryOf,
} from './declare-request.ts'

/** A declared reply of a route. Errors that can be derived from the rest of the declaration are not declared. */
export interface ReplyDeclaration {
  readonly description: string
  /** Empty for a reply without a body. */
  readonly mediaTypes: readonly string[]
  /** Shape of a JSON body. */
  readonly schema: z.ZodType | undefined
  /** The headers that are specific to this reply. */
  readonly headers: HeaderDeclarations
}

/** Headers by name: the description, or an `optional()` one. */
export type HeaderDeclarations = Readonly<Record<string, string | OptionalHeader>>

/** The description of a header that is sometimes absent. */
interface OptionalHeader {
  readonly optional: string
}

/**
 * A reply with JSON in the shape of `schema`; without a schema, a reply without a body.
 *
 * @example
 * 201: reply('The entity was created.', EntityReference, { Location: 'Address of the entity.' })
 */
export function reply(
  description: string,
  schema?: z.ZodType,
  headers: HeaderDeclarations = {},
): ReplyDeclaration {
  return { description, mediaTypes: schema ? ['application/json'] : [], schema, headers }
}

/** A reply without a schema: a picture, a file, a stream of events. */
export function contentReply(
  description: string,
  mediaTypes: readonly string[],
  headers: HeaderDeclarations = {},
): ReplyDeclaration {
  return { description, mediaTypes, schema: undefined, headers }
}

/** A header that is sometimes absent. */
export function optional(description: string): OptionalHeader {
  return { optional: description }
}

/** The body of error responses, except 400 (`Failures`). */
export const ErrorBody = z
  .object({ Message: z.string(), ExceptionMessage: z.string().optional() })
  .meta({ id: 'ErrorBody' })

/** A list that is not paged. */
export function unpagedListOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total_items: z.int() })
}

/** The access that a route requires: none, any user, a user who may write, or an administrator. */
export type Access = 'open' | 'read' | 'write' | 'administer'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

/** Whether a route is about the sandbox that the request names, or about the server as a whole. */
type Scope = 'sandbox' | 'server'

/**
 * Handles a request to a route with path parameters `P`, a body `B` and a query `Q`. What takes long for large data is
 * done in slices; a GET whose resource can be written is not asynchronous, so that `If-Match` can be checked in a change.
 */
export type Operation<P = unknown, B = unknown, Q = object> = (
  call: Call<P, B, Q>,
) => Reply | Promise<Reply> | Sliced<Reply>

/** Runs the operation of a route; one that is done in slices lets other requests be handled in between. */
export function runOperation({ operation }: Route, call: Call): Reply | Promise<Reply> {
  const reply = operation(call)

  return isSliced(reply) ? inSlices(reply) : reply
}

/** The named segments of a path: `Params<'/api/entities/:id'>` is `{ id: string }`. */
export type Params<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Params<Head> & Params<Tail>
  : Path extends `:${infer Name}${'?' | '+' | '*'}`
    ? { readonly [K in Name]?: string }
    : Path extends `:${infer Name}`
      ? { readonly [K in Name]: string }
      : unknown

/** The declaration of a route, which the router, the contract and the checks read. */
export interface Route {
  readonly methods: readonly Method[]
  /** Path below the base URL, with `:name` for a segment. */
  readonly path: string
  /** What it does, in one or two sentences. */
  readonly description: string
  readonly source: Source
  readonly decisions: readonly Decision[]
  readonly access: Access
  readonly scope: Scope
  /** Maximum size of the body, in bytes. */
  readonly bodyLimit: number
  /** The path parameters that are not plain text, or need a description. */
  readonly params: Readonly<Record<string, Parameter>>
  readonly query: QueryDeclaration
  /** Request headers that change the response, besides those of every route. */
  readonly headers: Readonly<Record<string, Parameter>>
  readonly body: BodyDeclaration<unknown> | undefined
  /** By status, without the errors that can be derived from the rest of the declaration. */
  readonly replies: Readonly<Record<number, ReplyDeclaration>>
  readonly operation: Operation
}

/** In bytes. */
export const defaultBodyLimit = 10 * 1024 * 1024

/** Of a query, in bytes, since other requests wait while it is read. */
export const queryBodyLimit = 2 ** 20

/** The declaration of a route, without its path and operation. */
export interface Declaration<P, B, Q extends QueryDeclaration>
  extends
    Pick<Route, 'description' | 'source' | 'replies'>,
    Partial<Pick<Route, 'decisions' | 'access' | 'scope' | 'bodyLimit' | 'headers'>> {
  readonly params?: { readonly [Name in keyof P]?: Parameter }
  readonly query?: Q
  /** A schema declares a JSON object of its shape. */
  readonly body?: z.ZodType<B> | BodyDeclaration<B>
}

type Declare = <const Path extends string, B = undefined, Q extends QueryDeclaration = {}>(
  path: Path,
  operation: Operation<Params<Path>, B, QueryOf<NoInfer<Q>>>,
  declaration: Declaration<Params<Path>, B, Q>,
) => Route

/** Declares a route for GET, and for HEAD with the same headers and no body. */
export const getAndHead = declaring(['GET', 'HEAD'], 'read')
/** Declares a route for GET only. */
export const get = declaring(['GET'], 'read')
export const post = declaring(['POST'], 'write')
export const put = declaring(['PUT'], 'write')
export const del = declaring(['DELETE'], 'write')

function declaring(methods: readonly Method[], defaultAccess: Access): Declare {
  return (path, operation, { body, ...declaration }) => ({
    methods,
    path,
    decisions: [],
    access: defaultAccess,
    scope: 'sandbox',
    bodyLimit: defaultBodyLimit,
    params: {},
    query: {},
    headers: {},
    ...declaration,
    // A getter, so that a schema's body is declared only when it is used.
    get body() {
      return body instanceof z.ZodType ? jsonBody(body) : body
    },
    // The router provides the parameters of `path`, and `call.body` decodes the body as declared, when it is first asked
    // for: exactly what the operation's type requires.
    operation: operation as Operation,
  })
}

export type Source =
  /** Described in `docs/interface.md`. */
  | { readonly kind: 'documented'; readonly rules: string }
  /** Seen in existing clients or in public documentation of the real service. */
  | { readonly kind: 'observed'; readonly at: string }
  /** Not documented; decided here. */
  | { readonly kind: 'decided'; readonly why: string }
  /** The sandbox's own: the real service has no such route. */
  | { readonly kind: 'own' }

/** @param rules of docs/interface.md, such as `4.2.1 to 4.2.3` */
export function documented(rules: string): Source {
  return { kind: 'documented', rules }
}

/** @param at where it was seen, such as `existing clients` */
export function observed(at: string): Source {
  return { kind: 'observed', at }
}

export function decided(why: string): Source {
  return { kind: 'decided', why }
}

export const own: Source = { kind: 'own' }

/** A decision where documentation is silent or ambiguous, or to accept what differs from it. */
export interface Decision {
  readonly text: string
  /** Rules of `docs/interface.md` that leave it open, or that say something else. */
  readonly rules?: string
  /** Given if a request may differ from the rules in this, with a warning of this severity. */
  readonly warning?: Severity
}

/** Declares a decision, which the contract and docs/internals/interface-decisions.md state. */
export function decision(text: string, rules?: string): Decision {
  return rules === undefined ? { text } : { text, rules }
}

/** Declares what is accepted with a warning, although it differs from the rules. */
export function accepting(text: string, rules: string, warning: Severity): Decision {
  return { text, rules, warning }
}
