import { messageOf } from '../../data/model/shared/errors.ts'

/** A response, as programs read it. */
export interface TextResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body if it is a JSON object, otherwise an empty object. */
  readonly body: object
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent unchanged. */
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** What is configured in the sandboxes to which they send requests. */
export const familySettings = {
  commands: { 'derivatives/create.variant': { success: true } },
}

/** Sends a request through a door. Returns status, headers and text of the response. */
export type Send = (
  method: string,
  path: string,
  init: { headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
) => Promise<Omit<TextResponse, 'body'>>

/** Sends requests as a client program does. Throws if a response is not as the program expects. */
export type Run = (program: Program) => Promise<void>

/** Something that programs of a family do. */
export interface Probe {
  readonly description: string
  readonly run: Run
}

/** Programs that use the service in one way. */
export interface Family {
  readonly name: string
  readonly probes: readonly Probe[]
}

/** Runs every probe of a family, and returns the errors of those that failed. */
export async function runProbes({ name, probes }: Family, program: Program): Promise<Map<string, string>> {
  const failed = new Map<string, string>()

  for (const { description, run } of probes) {
    try {
      await run(program)
    } catch (error) {
      failed.set(description, `${name}: ${description}: ${messageOf(error)}`)
    }
  }

  return failed
}

/** Declares programs that use the service in one way, each with its probes. */
export function family(name: string, probes: Readonly<Record<string, Run>>): Family {
  return { name, probes: Object.entries(probes).map(([description, run]) => ({ description, run })) }
}

/** A third-party program. It sends a token in `X-Auth-Token`, unless it has other headers. */
export class Program {
  readonly #send: Send
  readonly #prefix: string
  readonly #headers: Readonly<Record<string, string>>

  /** @param prefix path in front of `/api`, such as `/s/blue` */
  constructor(
    send: Send,
    prefix = '',
    headers: Readonly<Record<string, string>> = { 'X-Auth-Token': 'sandbox-admin' },
  ) {
    this.#send = send
    this.#prefix = prefix
    this.#headers = headers
  }

  /** A copy that sends other headers with every request. */
  with(headers: Readonly<Record<string, string>>): Program {
    return new Program(this.#send, this.#prefix, headers)
  }

  /** @param url a path, or the URL of a link in a response */
  async send(method: string, url: string, { headers, json, body }: SendOptions = {}): Promise<TextResponse> {
    const path = url.replace(/^https?:\/\/[^/]+/, '')
    const fullPath = path.startsWith(this.#prefix) ? path : `${this.#prefix}${path}`
    const response = await this.#send(method, fullPath, {
      headers: {
        ...this.#headers,
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
    })
    const isJson =
      response.headers.get('content-type')?.startsWith('application/json') && response.text !== ''

    return { ...response, body: isJson ? (JSON.parse(response.text) as object) : {} }
  }

  /** The JSON that GET returns with 200. */
  async get(url: string, headers?: Record<string, string>): Promise<object> {
    const response = await this.send('GET', url, headers ? { headers } : {})

    must(response, { status: 200 }, `GET ${url}`)

    return response.body
  }

  /** Sends JSON, and expects any success. */
  async write(
    method: 'POST' | 'PUT',
    url: string,
    json?: unknown,
    headers?: Record<string, string>,
  ): Promise<TextResponse> {
    const response = await this.send(method, url, {
      ...(json !== undefined && { json }),
      ...(headers && { headers }),
    })

    must(response, { status: is.success }, `${method} ${url} (${response.text.slice(0, 200)})`)

    return response
  }

  /** Sends POST and returns the URL of what was created. */
  async create(url: string, json: unknown): Promise<string> {
    const { headers } = await this.write('POST', url, json)

    return headers.get('location') ?? ''
  }
}

/** An expected value: an object with the expected members, a function that checks the value, or a RegExp. */
export type Expected = unknown

/** @throws when a value differs from the expected value; members that are not expected are ignored */
export function must(value: unknown, expected: Expected, where = 'The response'): void {
  const problem = difference(value, expected, '')

  if (problem !== undefined) throw new Error(`${where}: ${problem}`)
}

function difference(value: unknown, expected: Expected, path: string): string | undefined {
  const name = path === '' ? 'the value' : path.slice(1)

  if (typeof expected === 'function') {
    return expected(value) === true
      ? undefined
      : `${name} is ${formatted(value)}, which fails ${expected.name || 'a check'}`
  }
  if (expected instanceof RegExp) {
    return typeof value === 'string' && expected.test(value)
      ? undefined
      : `${name} is ${formatted(value)}, which does not match ${expected}`
  }
  if (typeof expected !== 'object' || expected === null) {
    return value === expected ? undefined : `${name} is ${formatted(value)}, not ${formatted(expected)}`
  }

  for (const [key, inner] of Object.entries(expected)) {
    const problem = difference(member(value, key), inner, `${path}.${key}`)

    if (problem !== undefined) return problem
  }

  return undefined
}

function formatted(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 200)
}

/** Checks of values. */
export const is = {
  number: (value: unknown): boolean => typeof value === 'number',
  /** A string that is not empty. */
  text: (value: unknown): boolean => typeof value === 'string' && value !== '',
  present: (value: unknown): boolean => value !== undefined && value !== null,
  list: (value: unknown): boolean => Array.isArray(value),
  /** A list that is not empty. */
  items: (value: unknown): boolean => Array.isArray(value) && value.length > 0,
  success: (value: unknown): boolean => Number(value) >= 200 && Number(value) < 300,
}

/** The value at a path such as `items.0.properties.Title`. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce(member, value)
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** The string or number at a path, as text for a URL. */
export function textAt(value: unknown, path: string): string {
  const text = memberAt(value, path)

  if (typeof text !== 'string' && typeof text !== 'number') {
    throw new Error(`${path} is ${formatted(text)}, not a string or a number.`)
  }

  return String(text)
}

/** @param expression of the query language */
export function query(expression: string, more = ''): string {
  return `/api/entities/query?query=${encodeURIComponent(expression)}${more}`
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
