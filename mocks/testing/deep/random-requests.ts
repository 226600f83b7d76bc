import { z } from 'zod'
import type { Route } from '../../http/declaration/route.ts'
import type { ServiceRequest } from '../../http/request.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'

/** Values that are valid in some member, or that often cause errors. */
const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1,
  6,
  1000,
  1001,
  2 ** 31,
  Number.MAX_VALUE,
  0.1,
  '',
  'a',
  '1000',
  '__proto__',
  'constructor',
  'M.Asset',
  'M.Tag',
  'Title',
  'en-US',
  'default',
  'admin',
  '2026-06-15T12:00:00Z',
  '9999-99-99',
  '*',
  '%',
  '"\\',
  'a'.repeat(5000),
  '(a+)+$',
  '\u0000',
  '\ud800',
  '💥',
  '../..',
  { href: '/api/entities/1000' },
  { href: '/api/entitydefinitions/M.Asset' },
  { 'en-US': 'a' },
  [],
  {},
]

/** Values of parameters in paths. */
const parameterSamples = [
  '1000',
  '1001',
  '6',
  '0',
  '-1',
  'M.Asset',
  'AssetToTag',
  'default',
  'blue',
  'a'.repeat(300),
  '%00',
  '%ff',
  'é',
]

/** Random requests to routes: mostly with the members that the route declares, and with valid or invalid values. */
export class RandomRequests {
  readonly #routes: readonly Route[]
  readonly #stream: RandomStream
  readonly #members = new Map<Route, readonly string[]>()

  constructor(routes: readonly Route[], stream: RandomStream) {
    this.#routes = routes
    this.#stream = stream
  }

  next(): ServiceRequest {
    const route = this.#pick(this.#routes)
    const path = route.path.replace(/:\w+[?*+]?/g, () =>
      encodeURIComponent(this.#pick(parameterSamples)).replace(/%25/g, '%'),
    )
    const names = Object.keys(route.query)
    const search = names
      .filter(() => this.#chance(0.3))
      .map((name) => `${name}=${encodeURIComponent(String(this.#value(0)).toWellFormed())}`)
    const headers = this.#headers()

    return {
      method: this.#chance(0.97) ? this.#pick(route.methods) : 'PATCH',
      baseUrl: 'http://sandbox.test',
      path: this.#chance(0.05) ? `/s/blue${path}` : path,
      search: search.join('&'),
      header: (name) => headers.get(name),
      headers: () => headers,
      body: route.body ? new TextEncoder().encode(this.#body(route)) : undefined,
    }
  }

  #headers(): Map<string, string> {
    const headers = new Map([
      ['authorization', `Bearer sandbox-${this.#pick(['admin', 'admin', 'editor', 'reader'])}`],
    ])

    if (this.#chance(0.95)) headers.set('content-type', 'application/json')
    if (this.#chance(0.05)) headers.set('if-match', this.#pick(['"x"', '*', 'W/"', '"'.repeat(50)]))
    if (this.#chance(0.05)) headers.set('range', this.#pick(['bytes=0-1', 'bytes=-', 'bytes=9-1,2-']))

    return headers
  }

  #body(route: Route): string {
    if (this.#chance(0.05)) return this.#pick(['', '{', 'null', '[]', '"', '{"a":1,}', '['.repeat(5000)])

    const members = this.#membersOf(route)
    const count = this.#stream.between(0, Math.min(4, members.length))
    const body = Array.from({ length: count }, () => [this.#pick(members), this.#value(0)])

    return JSON.stringify(Object.fromEntries(body)).replace('null', this.#chance(0.02) ? '1e400' : 'null')
  }

  /** Names of the members in the route's schema, at any depth. */
  #membersOf(route: Route): readonly string[] {
    const cached = this.#members.get(route)

    if (cached) return cached

    const { schema } = route.body ?? {}
    const json = schema ? JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : ''
    const declared = [...json.matchAll(/"(\w+)":\{/g)].flatMap(([, name]) => (name ? [name] : []))
    const members = declared.length > 0 ? declared : ['a', 'properties', 'relations', 'id', 'entities']

    this.#members.set(route, members)

    return members
  }

  #value(depth: number): unknown {
    if (depth < 3 && this.#chance(0.25)) {
      const children = Array.from({ length: this.#stream.between(0, 3) }, () => this.#value(depth + 1))

      return this.#chance(0.5) ? children : Object.fromEntries(children.map((value) => [this.#name(), value]))
    }

    return this.#pick(values)
  }

  #name(): string {
    const names = [...this.#members.values()].flat()

    return names.length > 0 && this.#chance(0.8) ? this.#pick(names) : String(this.#pick(values))
  }

  #pick<T>(choices: readonly T[]): T {
    return this.#stream.pick(choices)
  }

  #chance(probability: number): boolean {
    return this.#stream.chance(probability)
  }
}
