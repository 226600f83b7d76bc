import { expect } from 'vitest'
import { origin, type Doors } from './doors.ts'

export type JsonBody = Record<string, unknown>

export interface RootLink {
  readonly href: string
  readonly templated?: boolean
}

export interface ProgramResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: JsonBody
}

interface Tokens {
  access_token: string
  refresh_token: string
}

/**
 * Sends requests as existing clients of the interface do: signs in with the password grant, reads every URL from the
 * root, and on 401 renews its token once and repeats the request.
 */
export class ExistingClient {
  readonly #doors: Doors
  readonly #prefix: string
  #tokens: Tokens | undefined
  #routes: Record<string, RootLink> | undefined

  /** @param prefix path in front of `/api`, such as `/s/blue` */
  constructor(doors: Doors, prefix = '') {
    this.#doors = doors
    this.#prefix = prefix
    // Its requests must succeed even if the sandbox rejects all invalid or ignored input.
    for (const sandbox of doors.sandboxes) sandbox.runtimeSettings.validation = 'enforce'
  }

  static async signedIn(doors: Doors, user = 'editor', prefix = ''): Promise<ExistingClient> {
    const client = new ExistingClient(doors, prefix)

    await client.requestToken({ grant_type: 'password', username: user, password: user })

    return client
  }

  get accessToken(): string {
    return this.#tokens?.access_token ?? ''
  }

  get refreshToken(): string {
    return this.#tokens?.refresh_token ?? ''
  }

  async requestToken(fields: Record<string, string>): Promise<Response> {
    const form = new URLSearchParams({ ...fields, client_id: 'sandbox', client_secret: 'sandbox' })
    const response = await this.#doors.fetch(`${this.#prefix}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: form.toString(),
    })

    // A successful response contains the tokens.
    if (response.ok) this.#tokens = (await response.clone().json()) as Tokens

    return response
  }

  async send(
    method: string,
    href: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ProgramResponse> {
    const first = await this.#fetch(method, href, body, headers)

    if (first.status !== 401 || !this.#tokens) return readResponse(first)
    await this.requestToken({ grant_type: 'refresh_token', refresh_token: this.#tokens.refresh_token })

    return readResponse(await this.#fetch(method, href, body, headers))
  }

  /** Sends a request to a route that the root names. */
  async call(
    method: string,
    route: string,
    values: Record<string, string | number> = {},
    body?: unknown,
  ): Promise<ProgramResponse> {
    return this.send(method, await this.urlOf(route, values), body)
  }

  /** The URL of a route that the root names, with its template filled in. */
  async urlOf(name: string, values: Record<string, string | number> = {}): Promise<string> {
    const route = (await this.routes())[name]

    expect(route, `the route "${name}" of the root`).toBeDefined()

    return expand(route?.href ?? '', values)
  }

  async routes(): Promise<Record<string, RootLink>> {
    if (!this.#routes) {
      const { body } = await this.send('GET', `${origin}${this.#prefix}/api`, undefined, {
        'X-ApiVersion': '2',
      })

      this.#routes = body.routes as Record<string, RootLink> // the tests of the root check its shape
    }

    return this.#routes
  }

  /** `POST /api/entities/query` with everything loaded, unless `more` overrides it. */
  async query(filter: unknown, more: { query?: JsonBody; load?: JsonBody } = {}): Promise<ProgramResponse> {
    const noCultures = { culture_option: { load_option: 0, cultures: [] } }

    return this.send(
      'POST',
      await this.urlOf('entities_by_query'),
      {
        Query: { filter, skip: 0, take: 50, sorting: [], load_configuration: noCultures, ...more.query },
        load_configuration: {
          load_entities: true,
          culture_option: { load_option: 3, cultures: [] },
          property_option: { load_option: 3, properties: [] },
          relation_option: { load_option: 3, relations: [], max_related_items: 100 },
          ...more.load,
        },
      },
      { 'X-ApiVersion': '3', minimalSchema: 'true' },
    )
  }

  #fetch(method: string, href: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    return this.#doors.fetch(href.startsWith(origin) ? href.slice(origin.length) : href, {
      method,
      headers: {
        accept: 'application/json, text/plain, */*',
        ...(this.#tokens && { authorization: `Bearer ${this.#tokens.access_token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { json: body }),
    })
  }
}

/** Expands the forms of RFC 6570 templates that the root uses: `{x}` and `{?a,b}`. */
export function expand(template: string, values: Record<string, string | number>): string {
  return template
    .replace(/\{\?([^}]+)\}/g, (_, names: string) => {
      const present = names.split(',').filter((name) => values[name] !== undefined)

      return present.length > 0
        ? `?${present.map((name) => `${name}=${encodeURIComponent(values[name] ?? '')}`).join('&')}`
        : ''
    })
    .replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

async function readResponse(response: Response): Promise<ProgramResponse> {
  const text = await response.text()
  const { status, headers } = response

  return { status, headers, body: text ? (JSON.parse(text) as JsonBody) : {} } // every response is an object
}
