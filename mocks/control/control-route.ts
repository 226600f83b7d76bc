import * as routes from '../http/declaration/route.ts'
import type { QueryDeclaration, QueryOf } from '../http/declaration/query.ts'
import { own } from '../http/declaration/route.ts'

type ControlDeclaration<P, B, Q extends QueryDeclaration> = Omit<
  routes.Declaration<P, B, Q>,
  'source' | 'access'
>

type Declare = <const Path extends `/__sandbox${string}`, B = undefined, Q extends QueryDeclaration = {}>(
  path: Path,
  operation: routes.Operation<routes.Params<Path>, B, QueryOf<NoInfer<Q>>>,
  declaration: ControlDeclaration<routes.Params<Path>, B, Q>,
) => routes.Route

/** Declares a control route. It needs no user, because doors decide who may use it (`AccessPolicy`). */
export const get: Declare = (path, operation, declaration) =>
  routes.get(path, operation, { ...declaration, source: own, access: 'open' })

export const post: Declare = (path, operation, declaration) =>
  routes.post(path, operation, { ...declaration, source: own, access: 'open' })

export const put: Declare = (path, operation, declaration) =>
  routes.put(path, operation, { ...declaration, source: own, access: 'open' })

export const del: Declare = (path, operation, declaration) =>
  routes.del(path, operation, { ...declaration, source: own, access: 'open' })
