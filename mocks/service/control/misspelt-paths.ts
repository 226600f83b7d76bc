import { InvalidRequest } from '../../data/model/shared/errors.ts'
import type { Route } from '../http/declaration/declare-route.ts'
import { misspeltRoute } from '../http/routing/router.ts'

/** The members of bodies, and of options, in which requests are selected by patterns. */
const parts = new Set(['items', 'scenarios', 'faults', 'steps', 'match', 'after', 'inOrder'])

/**
 * Checks the paths of all patterns in a body or in options: of faults, scenarios or an expectation.
 *
 * @throws {InvalidRequest} for paths that no request can have, because they misspell that of a route
 */
export function rejectMisspelt(body: object, routes: readonly Route[]): void {
  const misspelt = pathsIn(body).flatMap(([place, path]) => {
    const route = misspeltRoute(path, routes)

    return route === undefined
      ? []
      : [[place.join('.'), `No route has the path "${path}". Did you mean "${route}"?`] as const]
  })

  if (misspelt.length > 0) throw new InvalidRequest(Object.fromEntries(misspelt))
}

function pathsIn(body: object, place: readonly string[] = []): [place: readonly string[], path: string][] {
  // The paths of receivers are their own.
  if ('outgoing' in body && body.outgoing === true) return []

  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'path' && typeof value === 'string') return [[[...place, name], value]]
    const isPart = Array.isArray(body) || parts.has(name)

    return isPart && typeof value === 'object' && value !== null ? pathsIn(value, [...place, name]) : []
  })
}
