import { messageOf } from '../../model/shared/errors.ts'

/** A response, as a program reads it. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body if it is a JSON object, otherwise an empty object. */
  readonly body: object
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Sends a request through a door. Returns status, headers and text of the response. */
export type Send = (
  method: string,
  path: string,
  sent: { headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
) => Promise<Omit<Received, 'body'>>

/** A client program: throws where a response is not as it expects. */
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
  /** Whether they send what the sandbox ignores, which `--validate enforce` rejects. */
  readonly asksForUnsupported: boolean
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

export function family(
  name: string,
  probes: Readonly<Record<string, Run>>,
  asksForUnsupported = false,
): Family {
  return {
    name,
    probes: Object.entries(probes).map(([description, run]) => ({ description, run })),
    asksForUnsupported,
  }
}

/** A third-party program at work: with a token in `X-Auth-Token`, unless it says otherwise. */
export class Program {
  readonly #send: Send
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>

  /** @param base path in front of `/api`, such as `/s/blue` */
  constructor(
    send: Send,
    base = '',
    headers: Readonly<Record<string, string>> = { 'X-Auth-Token': 'sandbox-admin' },
  ) {
    this.#send = send
    this.#base = base
    this.#headers = headers
  }

  /** A copy that sends other headers with every request. */
  with(headers: Readonly<Record<string, string>>): Program {
    return new Program(this.#send, this.#base, headers)
  }

  /** @param address a path, or a link as a response had it */
  async send(method: string, address: string, { headers, json, body }: Sent = {}): Promise<Received> {
    const path = address.replace(/^https?:\/\/[^/]+/, '')
    const response = await this.#send(method, path.startsWith(this.#base) ? path : `${this.#base}${path}`, {
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
  async get(address: string, headers?: Record<string, string>): Promise<object> {
    const response = await this.send('GET', address, headers ? { headers } : {})

    must(response, { status: 200 }, `GET ${address}`)

    return response.body
  }

  /** Sends JSON, and expects any success. */
  async write(
    method: 'POST' | 'PUT',
    address: string,
    json?: unknown,
    headers?: Record<string, string>,
  ): Promise<Received> {
    const response = await this.send(method, address, {
      ...(json !== undefined && { json }),
      ...(headers && { headers }),
    })

    must(response, { status: isSuccess }, `${method} ${address} (${response.text.slice(0, 200)})`)

    return response
  }

  /** The address of what POST created. */
  async create(address: string, json: unknown): Promise<string> {
    const { headers } = await this.write('POST', address, json)

    return headers.get('location') ?? ''
  }
}

/** An expected value: compared by members, or checked by a function. */
export type Wanted = unknown

/** @throws when a value does not have what a program reads of it: members that are not wanted do not matter */
export function must(value: unknown, wanted: Wanted, where = 'The response'): void {
  const problem = difference(value, wanted, '')

  if (problem !== undefined) throw new Error(`${where}: ${problem}`)
}

function difference(value: unknown, wanted: Wanted, path: string): string | undefined {
  const place = path === '' ? 'it' : path.slice(1)

  if (typeof wanted === 'function') {
    const { name } = wanted

    return wanted(value) === true
      ? undefined
      : `${place} is ${shown(value)}, not ${name || 'as it has to be'}`
  }
  if (wanted instanceof RegExp) {
    return typeof value === 'string' && wanted.test(value)
      ? undefined
      : `${place} is ${shown(value)}, not like ${wanted}`
  }
  if (typeof wanted !== 'object' || wanted === null) {
    return value === wanted ? undefined : `${place} is ${shown(value)}, not ${shown(wanted)}`
  }

  for (const [name, inner] of Object.entries(wanted)) {
    const problem = difference(member(value, name), inner, `${path}.${name}`)

    if (problem !== undefined) return problem
  }

  return undefined
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 200)
}

export const isNumber = (value: unknown): boolean => typeof value === 'number'
export const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
export const isThere = (value: unknown): boolean => value !== undefined && value !== null
export const isList = (value: unknown): boolean => Array.isArray(value)
export const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0
export const isSuccess = (value: unknown): boolean => Number(value) >= 200 && Number(value) < 300

/** `items.0.properties.Title` of a body. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce(member, value)
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A string or number of a body as text, to put into a URL. */
export function textAt(value: unknown, path: string): string {
  const found = memberAt(value, path)

  if (typeof found !== 'string' && typeof found !== 'number') {
    throw new Error(`${path} is ${shown(found)}, which is no text.`)
  }

  return String(found)
}

/** @param expression of the query language */
export function query(expression: string, more = ''): string {
  return `/api/entities/query?query=${encodeURIComponent(expression)}${more}`
}
