import { InvalidRequest } from '../../data/model/shared/errors.ts'
import { suggestion, unknownNameMessage } from '../../data/model/shared/suggestion.ts'
import type { Data } from '../../data/model/data-tables.ts'
import { allUsers, findUser } from '../../data/model/users/users.ts'
import type { Route } from '../http/declare-route.ts'
import { misspeltRoute } from '../http/routing/router.ts'

/** The members of bodies, and of options, in which requests are selected by patterns. */
const parts = new Set(['items', 'scenarios', 'faults', 'steps', 'match', 'after', 'inOrder'])

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Checks the paths, methods and users of all patterns in a body or in options: of faults, scenarios or an expectation.
 *
 * @param data where the users are
 *
 * @throws {InvalidRequest} for those that no request can have, because they misspell that of a route, a method or a user
 */
export function rejectMisspelt(body: object, routes: readonly Route[], data?: Data): void {
  const problems: Readonly<Record<string, (value: string) => string | undefined>> = {
    path: (path) => {
      const route = misspeltRoute(path, routes)

      return route && `No route has the path "${path}". Did you mean "${route}"?`
    },
    method: (method) =>
      methods.includes(method.toUpperCase()) ? undefined : unknownNameMessage(method, methods),
    user: (name) => {
      if (!data || findUser(data, name)) return undefined
      const hint = suggestion(
        name,
        allUsers(data).map((user) => user.name),
      )

      return hint && `There is no user "${name}". ${hint}`
    },
  }
  const misspelt = membersIn(body).flatMap(([place, value]) => {
    const problem = problems[place.at(-1) ?? '']?.(value)

    return problem ? [[place.join('.'), problem] as const] : []
  })

  if (misspelt.length > 0) throw new InvalidRequest(Object.fromEntries(misspelt))
}

function membersIn(body: object, place: readonly string[] = []): [place: readonly string[], value: string][] {
  // The paths of receivers are their own.
  if ('outgoing' in body && body.outgoing === true) return []

  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[[...place, name], value]]
    const isPart = Array.isArray(body) || parts.has(name)

    return isPart && typeof value === 'object' && value !== null ? membersIn(value, [...place, name]) : []
  })
}
