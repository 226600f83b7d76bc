import { decodeUriPart } from '../../model/shared/decode-uri.ts'
import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3'
import { MethodNotAllowed, NotFound } from '../../model/shared/errors.ts'
import { firstDifference, nearestTo } from './near-miss.ts'
import { notImplementedPaths, notImplementedAt } from './not-implemented.ts'
import type { Method, Route } from '../declaration/route.ts'

export interface RouteMatch {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Why no route matches a request. */
export interface NoRoute {
  readonly error: MethodNotAllowed | NotFound
  readonly nearest: { readonly methods: readonly Method[]; readonly path: string }
  /** How the nearest route differs from the request. */
  readonly reason: string
}

/** Finds the route of a request. */
export class Router {
  readonly routes: readonly Route[]
  readonly #router: RouterContext<Route | undefined> = createRouter()

  constructor(routes: readonly Route[]) {
    this.routes = routes
    for (const route of routes) {
      for (const method of route.methods) addRoute(this.#router, method, foldedPattern(route.path), route)
    }
    // These paths must not match other routes: `/api/entities/scroll` is not an entity.
    for (const path of notImplementedPaths.flatMap(({ paths }) => paths)) addRoute(this.#router, '', path)
  }

  /** @param path in any letter case; only `params` are decoded, and keep their letter case */
  find(method: string, path: string): RouteMatch | undefined {
    const folded = path.toLowerCase()
    const found = findRoute(this.#router, method, folded)

    if (!found?.data) return undefined

    const { data: route, params = {} } = found
    const given = folded === path ? params : paramsIn(path, route.path)

    return { route, params: path.includes('%') ? decodeAll(given) : given }
  }

  /** Explains why no route matches: 405 when the path has other methods, else 404 with the most similar route. */
  explain(method: string, path: string): NoRoute {
    const others = this.routes.filter((route) =>
      route.methods.some((other) => this.find(other, path)?.route === route),
    )
    const [other] = others

    if (other) {
      const allowed = [...new Set(others.flatMap((route) => route.methods))]
      const reason = `It takes ${allowed.join(', ')}, not ${method}.`

      return {
        error: new MethodNotAllowed(method, path, allowed),
        nearest: { methods: allowed, path: other.path },
        reason,
      }
    }

    const { methods, path: nearest } = nearestTo(path, this.routes)
    const known = notImplementedAt(path)
    const what = known
      ? `not implemented by the sandbox (${known.what.replace(/[.:][^]*/, '')}); GET /__sandbox/fidelity lists what is not`
      : 'not a path of this service'

    return {
      error: new NotFound(`${path} is ${what}. The nearest is ${nearest}.`),
      nearest: { methods, path: nearest },
      reason: known ? 'It is not implemented.' : firstDifference(nearest, path),
    }
  }
}

/** The pattern with its fixed segments in lower case. */
function foldedPattern(pattern: string): string {
  return pattern
    .split('/')
    .map((segment) => (segment.startsWith(':') ? segment : segment.toLowerCase()))
    .join('/')
}

/** The parameters of a path that matches the pattern, in the letter case of the path. */
function paramsIn(path: string, pattern: string): Record<string, string> {
  const segments = path.split('/')
  const params = pattern.split('/').flatMap((segment, index): [string, string][] => {
    const isRest = /[+*]$/.test(segment)
    const value = isRest ? segments.slice(index).join('/') : segments[index]

    return segment.startsWith(':') && value ? [[segment.slice(1).replace(/[?+*]$/, ''), value]] : []
  })

  return Object.fromEntries(params)
}

function decodeAll(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeUriPart(value)]))
}
