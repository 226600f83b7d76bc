import { decodeUriPart } from '../../../data/model/shared/json.ts'
import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3'
import { ApiError, NotFound } from '../../../data/model/shared/errors.ts'
import { pathWithin } from '../access/address.ts'
import type { Route } from '../declare-route.ts'
import { editDistance } from '../../../data/model/shared/suggestion.ts'
import { z } from 'zod'
import notImplementedData from './not-implemented.json' with { type: 'json' }

/** A part of the real service that the sandbox does not implement. */
const NotImplementedPaths = z.object({
  what: z.string(),
  /** Its paths, which include everything below them; one of a route, with the method that the route lacks. */
  paths: z.array(z.string()),
})
type NotImplementedPaths = z.infer<typeof NotImplementedPaths>

export const notImplementedPaths: readonly NotImplementedPaths[] = z
  .array(NotImplementedPaths)
  .parse(notImplementedData)

/** The resource of the real service at a path, after a method or nothing; undefined for an unknown path. */
function notImplementedAt(methodAndPath: string): NotImplementedPaths | undefined {
  const segments = methodAndPath.toLowerCase().split('/')

  return notImplementedPaths.find(({ paths }) =>
    paths.some((pattern) =>
      pattern
        .toLowerCase()
        .split('/')
        .every((want, index) => want.startsWith(':') || want === segments[index]),
    ),
  )
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
    // Paths must not match other routes by other methods: `/api/entities/scroll` is not an entity.
    for (const { path } of routes) addRoute(this.#router, '', foldedPattern(path))
    for (const path of notImplementedPaths.flatMap(({ paths }) => paths)) addRoute(this.#router, '', path)
  }

  /** @param path in any letter case; only `params` are decoded, and keep their letter case */
  find(method: string, path: string) {
    const folded = path.toLowerCase()
    const found = findRoute(this.#router, method, folded)

    if (!found?.data) return undefined

    const { data: route, params = {} } = found
    const given = folded === path ? params : paramsIn(path, route.path)

    return { route, params: path.includes('%') ? decodeAll(given) : given }
  }

  /** The route of a request, if there is one. */
  routeFor(method: string, path: string): Route | undefined {
    return this.find(method, pathWithin(path))?.route
  }

  /**
   * Explains why no route matches: 405 when the path has other methods, 501 when the real service has it, else 404 with
   * the most similar route.
   *
   * @returns the error, the most similar route (null if none is similar), and how that differs from the request
   */
  explain(method: string, path: string) {
    const others = this.routes.filter((route) =>
      route.methods.some((other) => this.find(other, path)?.route === route),
    )
    const [other] = others
    const known = notImplementedAt(other ? `${method} ${path}` : path)

    if (other && !known) {
      const allowed = [...new Set(others.flatMap((route) => route.methods))]
      const list = allowed.join(', ')

      return {
        error: new ApiError(
          405,
          `${method} is not supported on ${path}. Supported: ${list}.${this.#instead(method, other.path)}`,
          { Allow: list },
        ),
        nearest: { methods: allowed, path: other.path },
        reason: `It takes ${list}, not ${method}.`,
      }
    }

    const nearest = nearestTo(path, this.routes)

    return {
      error: known ? notImplemented(path, known) : unknownPath(path, nearest),
      nearest: nearest ? { methods: nearest.methods, path: nearest.path } : null,
      reason: known
        ? 'It is not implemented.'
        : nearest
          ? firstDifference(nearest.path, path)
          : 'No path is similar.',
    }
  }

  /** Where else a method may be meant: right below the path, or on a path with the same last name below others. */
  #instead(method: string, path: string): string {
    const end = path.slice(path.lastIndexOf('/'))
    const paths = this.routes
      .filter(({ methods }) => methods.some((each) => each === method))
      .map((route) => route.path)
      .toSorted()
      .filter((each) =>
        each.startsWith(`${path}/`)
          ? !each.slice(path.length).includes(':')
          : !end.startsWith('/:') && each.startsWith('/api/') && each.endsWith(end),
      )

    return paths.length > 0 ? ` ${method} is supported on ${paths.join(', ')}.` : ''
  }
}

function notImplemented(path: string, { what }: NotImplementedPaths): ApiError {
  return new ApiError(
    501,
    `${path} is not implemented by the sandbox (${what.replace(/\.$/, '')}). ${ownHandler(path)}`,
  )
}

function unknownPath(path: string, nearest: Route | undefined): ApiError {
  const hint = nearest ? ` The nearest is ${nearest.path}.` : ''
  const isOurs = /^\/(?:__sandbox|s)?(?:\/|$)/i.test(path)

  return new NotFound(`${path} is not a path of the service.${hint}${isOurs ? '' : ` ${ownHandler(path)}`}`)
}

/** What to do about a path that has no route. */
function ownHandler(path: string): string {
  return `To answer it yourself: use(http.all('*${path}', () => HttpResponse.json({}))), or on a server a fault (docs/troubleshooting.md).`
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

/** The candidate with the pattern most similar to a path; undefined if none has a segment in common with it. */
function nearestTo<T extends { readonly path: string }>(
  path: string,
  candidates: readonly T[],
): T | undefined {
  const requested = path.slice(0, 200).toLowerCase().split('/')
  const names = requested.filter((segment) => segment !== '' && segment !== 'api')
  const near = candidates
    .map((candidate) => ({ candidate, pattern: candidate.path.toLowerCase().split('/') }))
    .filter(({ pattern }) => pattern.some((want) => names.some((have) => isSimilar(want, have))))
    .map(({ candidate, pattern }) => ({ candidate, distance: distance(pattern, requested) }))

  return near.sort((one, other) => one.distance - other.distance)[0]?.candidate
}

/**
 * The path of a route that a pattern for requests misspells (`/api/entities/qeury`), or has without `/api`
 * (`/entities/:id`); undefined for other patterns, also of paths that only other servers or handlers have.
 */
export function misspeltRoute(pattern: string, routes: readonly Pick<Route, 'path'>[]): string | undefined {
  const given =
    pattern
      .split('?', 1)[0]
      ?.toLowerCase()
      .replace(/\/\*?$/, '')
      .split('/') ?? []

  if (notImplementedAt(given.join('/'))) return undefined

  const wanted = routes.map(({ path }) => ({ path, segments: path.toLowerCase().split('/') }))
  // A segment with the name of a route is not a misspelt one of another route.
  const isKnown = (at: number) =>
    wanted.some(
      ({ segments }) =>
        segments[at] === given[at] &&
        given.slice(0, at).every((have, index) => isSame(segments[index] ?? '', have)),
    )

  const withoutApi = wanted.find(
    ({ segments: [, api, ...segments] }) =>
      api === 'api' &&
      segments.length > 1 &&
      segments[0] === given[1] &&
      segments.length === given.length - 1 &&
      segments.every((want, index) => isSame(want, given[index + 1] ?? '')),
  )
  const misspelt = wanted.find(
    ({ segments }) =>
      (segments.length === given.length || (segments.length > given.length && pattern.endsWith('/*'))) &&
      given.some((have, index) => !isSame(segments[index] ?? '', have)) &&
      given.every((have, index) => {
        const want = segments[index] ?? ''

        return isSame(want, have) || (isSimilar(want, have) && !isKnown(index))
      }),
  )

  return (withoutApi ?? misspelt)?.path
}

function isSame(want: string, have: string): boolean {
  return /[:*{]/.test(want + have) || want === have
}

/** The first difference between a pattern and a path, in words. Paths match in any letter case. */
function firstDifference(pattern: string, path: string): string {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  const index = wanted.findIndex((want, position) =>
    want.startsWith(':') ? !given[position] : want.toLowerCase() !== given[position]?.toLowerCase(),
  )

  if (index === -1) return `It ends before "${given.slice(wanted.length).join('/')}".`
  if (given[index] === undefined) return `It continues with "${wanted.slice(index).join('/')}".`

  return `It has "${wanted[index] ?? ''}" where the request has "${given[index]}".`
}

/** The distance of a segment that the request or the pattern lacks. */
const lacking = 4
/** The distance of a parameter that the request lacks. */
const lackingParameter = 2

/** The edit distance of two lists of segments. */
function distance(wanted: readonly string[], given: readonly string[]): number {
  let last = Array.from({ length: given.length + 1 }, (_, index) => index * lacking)

  for (const want of wanted) {
    const missing = want.startsWith(':') ? lackingParameter : lacking
    const current = [(last[0] ?? 0) + missing]

    for (const [column, have] of given.entries()) {
      current.push(
        Math.min(
          (last[column + 1] ?? 0) + missing,
          (current[column] ?? 0) + lacking,
          (last[column] ?? 0) + differenceOf(want, have),
        ),
      )
    }
    last = current
  }

  return last.at(-1) ?? 0
}

function differenceOf(want: string, have: string): number {
  if (want.startsWith(':') && have !== '') return 1

  return isSimilar(want, have) ? editDistance(want, have) : Infinity
}

/** Whether more than three fifths of the longer name are the same. */
function isSimilar(want: string, have: string): boolean {
  const limit = Math.max(want.length, have.length) * 0.4

  // Names differ at least by their lengths, which decides most pairs.
  return (
    want === have ||
    (have !== '' && Math.abs(want.length - have.length) < limit && editDistance(want, have) < limit)
  )
}
