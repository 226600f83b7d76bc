import { z } from 'zod'
import type { Route } from '../declaration/route.ts'
import type { RouteMatch, Routing } from './router.ts'

/** A router for a few routes. It does not match paths that might belong to another route. */
export class FirstRouter implements Routing {
  readonly routes: readonly Route[]
  readonly #patterns: readonly (readonly [Route, RegExp])[]

  constructor(routes: readonly Route[]) {
    this.routes = routes
    this.#patterns = routes.map((route) => [route, patternOf(route)])
  }

  find(method: string, path: string): RouteMatch | undefined {
    for (const [route, pattern] of this.#patterns) {
      const match = route.methods.some((each) => each === method) ? pattern.exec(path) : null

      if (match) return { route, params: { ...match.groups } }
    }

    return undefined
  }

  explain(method: string, path: string): never {
    throw new Error(`${method} ${path} can only be explained by a router with all routes.`)
  }
}

/** Matches only plain segments: others may belong to another route, or be invalid. */
function patternOf({ path, params }: Route): RegExp {
  const source = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    params[name] instanceof z.ZodNumber ? `(?<${name}>\\d+)` : `(?<${name}>[\\w.-]+)`,
  )

  return new RegExp(`^${source}$`, 'i')
}
