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
  readonly operation: (call: Call) => Reply | Promise<Reply>
}

interface RouteOptions {
  access?: Access
}

/** Declares a route that answers GET, and HEAD with the same headers and no body. */
export function read<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['GET', 'HEAD'], path, operation, options.access ?? 'read')
}

/** Declares a route that answers GET only. */
export function get<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['GET'], path, operation, options.access ?? 'read')
}

export function post<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['POST'], path, operation, options.access ?? 'write')
}

export function put<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['PUT'], path, operation, options.access ?? 'write')
}

export function del<const Path extends string>(
  path: Path,
  operation: Operation<Params<Path>>,
  options: RouteOptions = {},
): Route {
  return route(['DELETE'], path, operation, options.access ?? 'write')
}

function route<Path extends string>(
  methods: readonly Method[],
  path: Path,
  operation: Operation<Params<Path>>,
  access: Access,
): Route {
  return {
    methods,
    path,
    access,
    // The router fills in exactly the segments that `path` names, which is what the operation's type asks for.
    operation: (call) => operation(call as Call<Params<Path>>),
  }
}
