import { isObject, parseJson } from '../lib/json.ts'
import { queryOptions } from '@tanstack/react-query'
import { settings } from '../lib/settings.ts'
import { serviceUrl } from '../lib/place.ts'
import type { Answers } from './answers.ts'
import { controlHeaders, noteRefusal } from './control-token.ts'

export interface Sending {
  readonly method: string
  /** Path with its query: `/api/entities/7?culture=en-US`. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly text?: string | Blob
  /** Whom it comes from, instead of the acting persona. */
  readonly persona?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** `no-store` for the answer as it was sent: a browser shows 200 for a 304 that it asked for by itself. */
  readonly cache?: RequestCache
}

/** What came back, whatever its status. */
export interface Answer {
  readonly sent: Sending
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
  /** Until the body was there, in milliseconds. */
  readonly took: number
}

/** The header by which the journal tells the console's own requests from those of an application. */
export const sourceHeader = { 'X-Sandbox-Source': 'console' }

/** A request that was answered with an error, or not at all (`status` 0). */
export class RequestFailed extends Error {
  readonly status: number
  readonly sent: Sending
  /** Member -> message of a 400. */
  readonly fields: Readonly<Record<string, string>>

  constructor(sent: Sending, status: number, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.name = 'RequestFailed'
    this.sent = sent
    this.status = status
    this.fields = fields
  }
}

/** Sends a request and gives the answer, whatever its status. */
export async function send(sending: Sending): Promise<Answer> {
  const { method, path, body, text, signal, cache } = sending
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const started = performance.now()
  const response = await fetch(`${serviceUrl}${path}`, {
    method,
    headers: {
      ...sourceHeader,
      ...credentials(sending.persona ?? settings().persona),
      ...controlHeaders(path),
      ...(payload === undefined ? {} : { 'Content-Type': typeOf(payload) }),
      ...sending.headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
    ...(signal ? { signal } : {}),
    ...(cache ? { cache } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new RequestFailed(
      sending,
      0,
      'The sandbox did not answer: it is not running, or a fault cut the connection.',
    )
  })
  const answer = await response.text()

  noteRefusal(path, response.status)

  return {
    sent: sending,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    text: answer,
    took: performance.now() - started,
  }
}

function typeOf(payload: string | Blob): string {
  // Systems name the types of files in ways of their own.
  return payload instanceof Blob && payload.type.includes('zip') ? 'application/zip' : 'application/json'
}

/** An answer that has a schema, or none at all. */
export type AnyAnswer = Answers[keyof Answers] | undefined

/**
 * Sends a request and gives the JSON it is answered with.
 *
 * @throws {RequestFailed} when the status is no success
 */
export async function ask<T extends AnyAnswer>(sending: Sending): Promise<T> {
  const answer = await successful(sending)

  // `answers.test.ts` holds every kind of answer that can be asked for here against the schema of its type.
  return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T
}

/** @throws {RequestFailed} when the status is no success */
export async function successful(sending: Sending): Promise<Answer> {
  const answer = await send(sending)

  if (answer.status >= 400) throw failureOf(answer)

  return answer
}

export function read<T extends AnyAnswer>(path: string, signal?: AbortSignal): Promise<T> {
  return ask<T>({ method: 'GET', path, ...(signal ? { signal } : {}) })
}

/** What a path answers, as a query. */
export function reading<T extends AnyAnswer>(queryKey: readonly unknown[], path: string) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => read<T>(path, signal) })
}

/** The items of a list, as a query. */
export function readingItems<T extends AnyAnswer & { readonly items: unknown }>(
  queryKey: readonly unknown[],
  path: string,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<T['items']> => (await read<T>(path, signal)).items,
  })
}

/** Member -> what the service said about it, when it refused a request for its members. */
export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof RequestFailed ? error.fields : {}
}

export function headerOf(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1]
}

export function credentials(persona: string): Record<string, string> {
  return persona === 'anonymous' ? {} : { Authorization: `Bearer sandbox-${persona}` }
}

function failureOf({ sent, status, statusText, text }: Answer): RequestFailed {
  const members = membersOf(text)
  const { Message, ExceptionMessage } = members
  const said = Message ?? Object.values(members).join(' ')

  return new RequestFailed(
    sent,
    status,
    [said || `${status} ${statusText}`.trim(), ExceptionMessage].filter(Boolean).join(' '),
    Message === undefined ? members : {},
  )
}

function membersOf(text: string): Record<string, string> {
  const body = parseJson(text)

  return isObject(body)
    ? Object.fromEntries(
        Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      )
    : {}
}
