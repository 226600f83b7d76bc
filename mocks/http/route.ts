import type { Call, Params } from './call.ts'
import type { Reply } from './reply.ts'

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

/** Declares a route that answers GET, and HEAD with the same headers and no body. */
export function read<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['GET', 'HEAD'], path, operation, { access: 'read', ...options })
}

/** Declares a route that answers GET only. */
export function get<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['GET'], path, operation, { access: 'read', ...options })
}

export function post<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['POST'], path, operation, { access: 'write', ...options })
}

export function put<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['PUT'], path, operation, { access: 'write', ...options })
}

export function del<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['DELETE'], path, operation, { access: 'write', ...options })
}

function route<Path extends string>(
  methods: readonly Method[],
  path: Path,
  operation: Operation<Params<Path>>,
  { access, scope = 'sandbox', bodyLimit = defaultBodyLimit }: RouteOptions & { access: Access },
): Route {
  return {
    methods,
    path,
    access,
    scope,
    bodyLimit,
    // The router fills in exactly the segments that `path` names, which is what the operation's type asks for.
    operation: (call) => operation(call as Call<Params<Path>>),
  }
}
