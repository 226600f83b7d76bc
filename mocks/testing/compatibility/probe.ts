import { origin, type Doors } from '../doors.ts'

/** An answer, as a program reads it. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  // Programs read members without asking whether they are there; a probe that finds none of them has failed.
  readonly body: Members
}

export interface Members {
  readonly [name: string]: unknown
}

/** Sends a request as a program does. */
export type Ask = (method: string, path: string, body?: unknown, headers?: object) => Promise<Answered>

/** Something that programs of a family do. */
export interface Probe {
  /** What they send, and what they read. */
  readonly does: string
  /** Whether they get it. */
  readonly works: (ask: Ask) => Promise<boolean>
}

/** Programs that use the service in one way. */
export interface Family {
  readonly name: string
  readonly probes: readonly Probe[]
}

export function probe(does: string, works: Probe['works']): Probe {
  return { does, works }
}

/** One that works when a request has a status, and members that a program reads. */
export function asks(does: string, method: string, path: string, read: Reading, body?: unknown): Probe {
  return probe(does, async (ask) => matches(await ask(method, path, body), read))
}

interface Reading {
  readonly status: number
  readonly members?: readonly string[]
}

export function matches({ status, body }: Answered, read: Reading): boolean {
  return status === read.status && (read.members ?? []).every((path) => memberAt(body, path) !== undefined)
}

/** `items.0.properties.Title` of a body. */
export function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
      value,
    )
}

/** Sends through every door. */
export function askAt(doors: Doors): Ask {
  return async (method, path, body, headers = {}) => {
    const response = await doors.fetch(path.replace(origin, ''), {
      method,
      headers: { 'X-Auth-Token': 'sandbox-admin', ...headers },
      ...(body === undefined ? {} : { json: body }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''

    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as Members) : {},
    }
  }
}

export const encoded = (expression: string): string => encodeURIComponent(expression)
