import type { Call, Params } from '../call.ts'
import type { Reply } from '../replies/reply.ts'

/** What a request has to show: nothing, any user, one who may write, or an administrator. */
export type Access = 'open' | 'read' | 'write' | 'administer'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Operation<P> = (call: Call<P>) => Reply | Promise<Reply>

/** One entry of the interface: which requests it takes, and the operation that answers them. */
export interface Route {
  readonly methods: readonly Method[]
  /** Path below the base URL, with `:name` for a segment. */
  readonly path: string
  readonly access: Access
  /** Whether it is about the sandbox that the request names, or about the server as a whole. */
  readonly scope: Scope
  /** The largest body taken, in bytes. */
  readonly bodyLimit: number
  readonly operation: (call: Call) => Reply | Promise<Reply>
}

export type Scope = 'sandbox' | 'server'

/** The largest body taken where a route says nothing else, in bytes. */
export const defaultBodyLimit = 10 * 1024 * 1024

interface RouteOptions {
  access?: Access
  scope?: Scope
  bodyLimit?: number
}

type Declare = <const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options?: RouteOptions,
) => Route

/** Declares a route that answers GET, and HEAD with the same headers and no body. */
export const read = declaring(['GET', 'HEAD'], 'read')
/** Declares a route that answers GET only. */
export const get = declaring(['GET'], 'read')
export const post = declaring(['POST'], 'write')
export const put = declaring(['PUT'], 'write')
export const del = declaring(['DELETE'], 'write')

/** @param needed what requests have to show where a route says nothing else */
function declaring(methods: readonly Method[], needed: Access): Declare {
  return <const Path extends string>(
    path: Path,
    operation: Operation<Params<Path>>,
    { access = needed, scope = 'sandbox', bodyLimit = defaultBodyLimit }: RouteOptions = {},
  ) => ({
    methods,
    path,
    access,
    scope,
    bodyLimit,
    // The router fills in exactly the segments that `path` names, which is what the operation's type asks for.
    operation: (call) => operation(call as Call<Params<Path>>),
  })
}
