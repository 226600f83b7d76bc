import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3'
import { MethodNotAllowed, NotFound } from '../model/errors.ts'
import type { Route } from './route.ts'

export interface RouteMatch {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route that answers a request. */
export class Router {
  readonly #router: RouterContext<Route> = createRouter()
  readonly #routes: readonly Route[]

  constructor(routes: readonly Route[]) {
    this.#routes = routes
    for (const route of routes) {
      for (const method of route.methods) addRoute(this.#router, method, route.path, route)
    }
  }

  /** @param path decoded segment by segment only in the params */
  find(method: string, path: string): RouteMatch | undefined {
    const found = findRoute(this.#router, method, path)

    return found && { route: found.data, params: decodeAll(found.params ?? {}) }
  }

  /** Why no route answers: 405 when the path takes other methods, else 404 naming the nearest route. */
  explain(method: string, path: string): MethodNotAllowed | NotFound {
    const allowed = this.#routes
      .filter((route) => route.methods.some((other) => this.find(other, path)?.route === route))
      .flatMap((route) => route.methods)

    if (allowed.length > 0) return new MethodNotAllowed(method, path, [...new Set(allowed)])

    return new NotFound(`${path} is not a path of this service. The nearest is ${this.#nearest(path)}.`)
  }

  #nearest(path: string): string {
    const distances = this.#routes.map((route) => ({
      path: route.path,
      distance: distance(route.path, path),
    }))

    return distances.reduce((best, other) => (other.distance < best.distance ? other : best)).path
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

/** Segments that differ, and letters that differ in them. */
function distance(pattern: string, path: string): number {
  const [wanted, given] = [pattern.split('/'), path.slice(0, 200).split('/')]
  const lengths = Array.from({ length: Math.max(wanted.length, given.length) }, (_, index) => {
    const [want, have] = [wanted[index] ?? '', given[index] ?? '']

    return want.startsWith(':') && have !== '' ? 1 : editDistance(want, have)
  })

  return lengths.reduce((sum, length) => sum + length, 0)
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)

  for (let i = 1; i <= a.length; i++) {
    const next = [i]

    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)

      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }

  return row[b.length] ?? 0
}
