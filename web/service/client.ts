import { queryOptions } from '@tanstack/react-query'
import { createClient, parseErrorBody, type ClientResponse } from '../../mocks/client/client.ts'
import { serviceUrl } from '../lib/addresses.ts'
import { settings } from '../lib/settings.ts'
import { controlHeaders, noteRejection } from './control-token.ts'

export type { ClientResponse, ResponseOf, RequestOf } from '../../mocks/client/client.ts'

export interface OutgoingRequest {
  readonly method: string
  /** Path with its query: `/api/entities/7?culture=en-US`. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly text?: BodyInit | null | undefined
  /** The persona it comes from, instead of the one that the console acts as. */
  readonly persona?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | null | undefined
  /** `no-store` to see the response as it was sent: with the HTTP cache, a revalidated 304 appears as 200. */
  readonly cache?: RequestCache
}

/** A response, whatever its status. */
export interface ServiceResponse {
  readonly sent: OutgoingRequest
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
  /** Time until the body was read, in milliseconds. */
  readonly took: number
}

/** The header by which the journal tells the console's own requests from those of an application. */
export const sourceHeader = { 'X-Sandbox-Source': 'console' }

/** A request with an error response, or without any response (`status` 0). */
export class RequestFailed extends Error {
  readonly status: number
  readonly sent: OutgoingRequest
  /** Of a 400: what is wrong, by member. */
  readonly failures: Readonly<Record<string, string>>

  constructor(sent: OutgoingRequest, status: number, message: string, failures: Record<string, string> = {}) {
    super(message)
    this.sent = sent
    this.status = status
    this.failures = failures
  }
}

/**
 * The service, typed by its contract. What it throws is a `RequestFailed`. Requests that a page shows, or whose
 * responses it shows, go through `send()`.
 */
export const client = createClient({
  fetch: async (path, { method = 'GET', body, signal }) => {
    const sent = { method, path, text: body, signal }
    const response = await transfer(sent)

    if (!response.ok) throw failureOf(sent, response, await response.text())

    return response
  },
})

/** A query that returns an operation's response body. */
export function operationQuery<Data>(
  queryKey: readonly unknown[],
  ask: (request: { readonly signal: AbortSignal }) => Promise<ClientResponse<Data>>,
) {
  return queryOptions({ queryKey, queryFn: async ({ signal }) => (await ask({ signal })).data })
}

/** The items of a list, as a query. */
export function listQuery<Item>(
  queryKey: readonly unknown[],
  ask: (request: { readonly signal: AbortSignal }) => Promise<ClientResponse<{ readonly items: Item[] }>>,
) {
  return queryOptions({ queryKey, queryFn: async ({ signal }) => (await ask({ signal })).data.items })
}

/** Sends a request and returns the response, whatever its status. */
export async function send(request: OutgoingRequest): Promise<ServiceResponse> {
  const started = performance.now()
  const response = await transfer(request)
  const text = await response.text()
  const { status, statusText, headers } = response

  const took = performance.now() - started

  return { sent: request, status, statusText, headers: [...headers], text, took }
}

/** @throws {RequestFailed} if the status is 400 or higher */
export async function sendOrThrow(request: OutgoingRequest): Promise<ServiceResponse> {
  const response = await send(request)

  if (response.status >= 400) throw failureOf(request, response, response.text)

  return response
}

async function transfer(request: OutgoingRequest): Promise<Response> {
  const { method, path, body, text, signal, cache } = request
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${serviceUrl}${path}`, {
    method,
    headers: {
      ...sourceHeader,
      ...credentials(request.persona ?? settings().persona),
      ...controlHeaders(path),
      ...(payload === undefined ? {} : { 'Content-Type': typeOf(payload) }),
      ...request.headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
    ...(signal ? { signal } : {}),
    ...(cache ? { cache } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new RequestFailed(
      request,
      0,
      'No response from the sandbox: it is not running, or a fault closed the connection.',
    )
  })

  noteRejection(path, response.status)

  return response
}

function typeOf(payload: BodyInit): string {
  // Operating systems differ in the media type that they give zip files.
  return payload instanceof Blob && payload.type.includes('zip') ? 'application/zip' : 'application/json'
}

/** Member -> message, if the service rejected the request because of its members. */
export function failuresOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof RequestFailed ? error.failures : {}
}

export function headerOf(response: ServiceResponse, name: string): string | undefined {
  return response.headers.find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1]
}

export function credentials(persona: string): Record<string, string> {
  return persona === 'anonymous' ? {} : { Authorization: `Bearer sandbox-${persona}` }
}

function failureOf(
  sent: OutgoingRequest,
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
  text: string,
): RequestFailed {
  const { lines, failures } = parseErrorBody(text)

  return new RequestFailed(sent, status, lines.join(' ') || `${status} ${statusText}`.trim(), failures)
}
