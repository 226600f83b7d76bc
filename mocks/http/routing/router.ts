import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3'
import { MethodNotAllowed, NotFound } from '../../model/shared/errors.ts'
import { firstDifference, nearestTo } from './near-miss.ts'
import type { Method, Route } from '../declaration/route.ts'

export interface RouteMatch {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** That no route answers a request, and why. */
export interface NoRoute {
  readonly error: MethodNotAllowed | NotFound
  readonly nearest: { readonly methods: readonly Method[]; readonly path: string }
  /** What would have to be different. */
  readonly reason: string
}

/** Finds the route that answers a request. */
export class Router {
  readonly routes: readonly Route[]
  readonly #router: RouterContext<Route> = createRouter()

  constructor(routes: readonly Route[]) {
    this.routes = routes
    for (const route of routes) {
      for (const method of route.methods) addRoute(this.#router, method, route.path, route)
    }
  }

  /** @param path decoded segment by segment only in the params */
  find(method: string, path: string): RouteMatch | undefined {
    const found = findRoute(this.#router, method, path)

    if (!found) return undefined

    const { data: route, params = {} } = found

    return { route, params: path.includes('%') ? decodeAll(params) : params }
  }

  /** Why no route answers: 405 when the path takes other methods, else 404 naming the nearest route. */
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

    return {
      error: new NotFound(`${path} is not a path of this service. The nearest is ${nearest}.`),
      nearest: { methods, path: nearest },
      reason: firstDifference(nearest, path),
    }
  }
}

function decodeAll(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value)]))
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
