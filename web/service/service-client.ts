import { QueryClient, queryOptions } from '@tanstack/react-query'
import {
  createClient,
  parseErrorBody,
  type ClientResponse,
  type RequestOf,
  type ResponseOf,
} from '../../mocks/client/client.ts'
import type { Operations } from '../../mocks/client/operations.ts'
import { serviceUrl } from '../lib/page-addresses.ts'
import { controlHeaders, detectRejectedToken } from './control-token.ts'

export type { ClientResponse, ResponseOf, RequestOf }

export interface OutgoingRequest {
  readonly method: string
  /** Path with its query: `/api/entities/7?culture=en-US`. */
  readonly path: string
  readonly json?: unknown
  /** Sent unchanged, instead of `json`. */
  readonly body?: BodyInit | null | undefined
  /** The user who sends it, if not the administrator; `anonymous` sends no token. */
  readonly persona?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | null | undefined
  /** `no-store` to see the response as it was sent: with the HTTP cache, a revalidated 304 appears as 200. */
  readonly cache?: RequestCache
}

/** A response of any status, as text. */
export interface RawResponse {
  readonly request: OutgoingRequest
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly text: string
  /** Time until the body was read, in milliseconds. */
  readonly durationMs: number
}

/** The user of the console's own requests. */
export const administrator = 'admin'

/** The header by which the journal distinguishes the console's own requests from those of applications. */
export const sourceHeader = { 'X-Sandbox-Source': 'console' }

/** The validation errors of a 400, by JSON path. */
export type Failures = Readonly<Record<string, string>>

/** A request with an error response, or without any response (`status` 0). */
export class RequestFailed extends Error {
  readonly status: number
  readonly request: OutgoingRequest
  readonly failures: Failures
  /** The id of another entity that is in the way. */
  readonly entity?: number

  constructor(request: OutgoingRequest, status: number, message: string, failures: Failures = {}) {
    super(message)
    this.request = request
    this.status = status
    this.failures = failures
  }
}

/**
 * The service's client, typed by its contract. It throws a `RequestFailed`, or the `AbortError` of an aborted request.
 * When to use `send()` instead: docs/internals/parts.md, The console.
 */
export const client = createClient({
  fetch: async (path, { method = 'GET', headers, body, signal }) => {
    const request = { method, path, headers, body, signal }
    const response = await sendRequest(request)

    if (!isSuccess(response.status)) throw requestFailed(request, response, await response.text())

    return response
  },
})

/** Responses count as fresh for 30 s, and are invalidated as soon as the sandbox reports a change. */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always', // a sandbox on this machine needs no network
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 1 && error instanceof RequestFailed && error.status === 0,
    },
  },
})

/** A query that returns the response to a GET; its key begins with the path. */
export function getQuery<Path extends keyof Operations['GET']>(
  path: Path,
  ...[request]: object extends RequestOf<'GET', Path> ? [RequestOf<'GET', Path>?] : [RequestOf<'GET', Path>]
) {
  type Data = ResponseOf<'GET', Path>
  // The parameters above are those of this path; the compiler does not see that they are with a signal added.
  const get = client.GET as (path: Path, request: object) => Promise<ClientResponse<Data>>

  return queryOptions({
    queryKey: [path, request],
    queryFn: async ({ signal }) => (await get(path, { ...request, signal })).data,
  })
}

/** Sends a request and returns the response, whatever its status. */
export async function send(request: OutgoingRequest): Promise<RawResponse> {
  const started = performance.now()
  const response = await sendRequest(request)
  const text = await response.text()
  const durationMs = performance.now() - started
  const { status, statusText, headers } = response

  return { request, status, statusText, headers, text, durationMs }
}

/** @throws {RequestFailed} if the status is not 2xx */
export async function sendOrThrow(request: OutgoingRequest): Promise<RawResponse> {
  const response = await send(request)

  if (!isSuccess(response.status)) throw requestFailed(request, response, response.text)

  return response
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299
}

/** Why a page can't send a request that other programs can send. */
export function refusalOf(method: string, body: unknown): string | undefined {
  const hasBody = /^(GET|HEAD)$/.test(method) && body !== undefined && body !== null
  const what = `${method}${hasBody ? ' with a body' : ''}`

  if (!hasBody && !/^(CONNECT|TRACE|TRACK)$/i.test(method)) return undefined
  return `Browsers don’t let a page send ${what}: copy the request as curl instead.`
}

async function sendRequest(request: OutgoingRequest): Promise<Response> {
  const { method, path, json, signal, cache } = request
  const body = request.body ?? (json === undefined ? undefined : JSON.stringify(json))
  const refusal = refusalOf(method, body)

  if (refusal !== undefined) throw new RequestFailed(request, 0, refusal)

  const response = await fetch(`${serviceUrl}${path}`, {
    method,
    headers: { ...sourceHeader, ...controlHeaders(path), ...headersOf(request) },
    ...(body === undefined ? {} : { body }),
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

  detectRejectedToken(path, response.status)

  return response
}

/** The headers of a request, except those that only the console sends. */
export function headersOf(request: OutgoingRequest): Record<string, string> {
  const { persona = administrator, json, body = json, headers } = request
  // Operating systems report different media types for zip files.
  const type = body instanceof Blob && body.type.includes('zip') ? 'application/zip' : 'application/json'

  return {
    ...credentials(persona),
    ...(body === undefined || body === null ? {} : { 'Content-Type': type }),
    ...headers,
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 404
}

/** The validation errors of a rejected request, by JSON path. */
export function failuresOf(error: unknown): Failures {
  return error instanceof RequestFailed ? error.failures : {}
}

/** The validation error of a member of a request, or of a member nested in it. */
export function failureAt(failures: Failures, member: string): string | undefined {
  return Object.entries(failures).find(([path]) => path === member || path.startsWith(`${member}.`))?.[1]
}

export function credentials(persona: string): Record<string, string> {
  return persona === 'anonymous' ? {} : { Authorization: `Bearer ${personaToken(persona)}` }
}

/** The ready-made token of a user. */
export function personaToken(persona: string): string {
  return `sandbox-${persona}`
}

function requestFailed(
  request: OutgoingRequest,
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
  text: string,
): RequestFailed {
  const { lines, failures } = parseErrorBody(text)

  return new RequestFailed(request, status, lines.join(' ') || `${status} ${statusText}`.trim(), failures)
}
