import * as routes from '../http/declare-route.ts'
import type { QueryDeclaration, QueryOf } from '../http/declare-request.ts'

type ControlDeclaration<P, B, Q extends QueryDeclaration> = Omit<
  routes.Declaration<P, B, Q>,
  'source' | 'access'
>

type Declare = <const Path extends `/__sandbox${string}`, B = undefined, Q extends QueryDeclaration = {}>(
  path: Path,
  operation: routes.Operation<routes.Params<Path>, B, QueryOf<NoInfer<Q>>>,
  declaration: ControlDeclaration<routes.Params<Path>, B, Q>,
) => routes.Route

/** Declare control routes. They need no user, because doors decide who may use them (`AccessPolicy`). */
export const get = own(routes.get)
export const post = own(routes.post)
export const put = own(routes.put)
export const del = own(routes.del)

function own(declare: typeof routes.get): Declare {
  return (path, operation, declaration) =>
    declare(path, operation, { ...declaration, source: routes.own, access: 'open' })
}
