import { InvalidRequest } from '../../data/model/shared/errors.ts'
import { editDistance, suggestion, unknownNameMessage } from '../../data/model/shared/suggestion.ts'
import type { Data } from '../../data/model/data-tables.ts'
import { definitionNamed } from '../../data/model/definitions/by-name.ts'
import { allUsers, findUser } from '../../data/model/users/users.ts'
import type { Route } from '../http/declare-route.ts'
import { misspeltRoute } from '../http/routing/router.ts'

/** The members of bodies, and of options, in which requests are selected by patterns. */
const parts = new Set(['items', 'scenarios', 'faults', 'steps', 'match', 'after', 'inOrder', 'passthrough'])

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Checks the paths, with the definitions in these, methods and users of all patterns in a body or in options: of faults, scenarios or an expectation.
 *
 * @param data where the users and definitions are
 *
 * @throws {InvalidRequest} for those that seem to misspell that of a route, a definition, a method or a user
 */
export function rejectMisspeltPatterns(body: object, routes: readonly Route[], data?: Data): void {
  const problems: Readonly<Record<string, (value: string) => string | undefined>> = {
    path: (path) => {
      const [, prefix] = /^(\/s\/[^/?:*{]+)(?:[/?]|$)/i.exec(path) ?? []

      if (prefix !== undefined) return `Expected a path below the base URL, without "${prefix}".`

      const route = misspeltRoute(path, routes)

      return route
        ? `No route has the path "${path}". Did you mean "${route}"?`
        : data && misspeltDefinition(path, data)
    },
    method: (method) =>
      !methods.includes(method.toUpperCase()) && suggestion(method, methods)
        ? unknownNameMessage(method, methods)
        : undefined,
    user: (name) => {
      if (!data || findUser(data, name)) return undefined
      // Another name may be that of a user who is created later.
      const meant = allUsers(data).find((user) => lettersOf(user.name) === lettersOf(name))

      return meant && `There is no user "${name}". Did you mean "${meant.name}"?`
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
  const isOutgoing = 'outgoing' in body && body.outgoing === true

  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    if (isOutgoing && name === 'path') return []
    if (typeof value === 'string') return [[[...place, name], value]]
    const isPart = Array.isArray(body) || parts.has(name)

    return isPart && typeof value === 'object' && value !== null ? membersIn(value, [...place, name]) : []
  })
}

/** Another name, also one of another namespace or with a last letter of its own, may be that of a definition that is added later. */
function misspeltDefinition(path: string, data: Data): string | undefined {
  const [, given] = /^\/api\/entitydefinitions\/([^/?:*{]+)/i.exec(path) ?? []

  if (given === undefined || definitionNamed(data, given)) return undefined

  const meant = [...data.definitions.all()].find(
    ({ name }) =>
      editDistance(name, given) === 1 &&
      name.at(-1) === given.at(-1) &&
      name.split('.', 1)[0] === given.split('.', 1)[0],
  )

  return meant && `There is no definition "${given}". Did you mean "${meant.name}"?`
}

/** What stays the same when letters are swapped, or in another case. */
function lettersOf(name: string): string {
  return Array.from(name.toLowerCase()).toSorted().join('')
}
