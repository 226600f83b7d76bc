import { rejectUnknownOptions } from '../data/model/shared/suggestion.ts'
import type { Operations } from './operations.ts'

type Method = keyof Operations

/** The parameters, body and response of an operation. */
interface OperationShape {
  readonly path?: object
  readonly query?: object
  readonly body?: unknown
  readonly response: unknown
}

type OperationAt<M extends Method, P extends keyof Operations[M]> = Extract<Operations[M][P], OperationShape>

/** The body of an operation's successful response. */
export type ResponseOf<M extends Method, P extends keyof Operations[M]> = OperationAt<M, P>['response']

/** The options of a request: `path` and `body` where the operation has them, a `query`, headers and a signal. */
export type RequestOf<M extends Method, P extends keyof Operations[M]> = Pick<
  OperationAt<M, P>,
  Extract<keyof OperationAt<M, P>, 'path' | 'body'>
> &
  Partial<Pick<OperationAt<M, P>, Extract<keyof OperationAt<M, P>, 'query'>>> & {
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
  }

export interface ClientResponse<Data> {
  /** The body: parsed JSON, undefined when there is none, otherwise a Blob. */
  readonly data: Data
  readonly response: Response
}

type Send<M extends Method> = <P extends keyof Operations[M]>(
  path: P,
  // The request may be omitted when all of its members are optional.
  ...request: object extends RequestOf<M, P> ? [RequestOf<M, P>?] : [RequestOf<M, P>]
) => Promise<ClientResponse<ResponseOf<M, P>>>

/** A function for each method. */
export type Client = { readonly [M in Method]: Send<M> }

interface AnyRequest extends Omit<OperationShape, 'response'> {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface ClientOptions {
  /** Base URL of the service: `http://127.0.0.1:4010`. Default: the page's origin; required outside a browser. */
  readonly baseUrl?: string
  /** Headers of every request: `{ Authorization: 'Bearer sandbox-editor' }`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the requests, instead of the global fetch(). */
  readonly fetch?: (
    url: string,
    init: RequestInit & { readonly headers: Readonly<Record<string, string>> },
  ) => Promise<Response>
  /** @internal What errors say that failed, instead of the request: `give M.Asset`. */
  readonly task?: string | undefined
}

/** Thrown for a response whose status is not 2xx. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'
  readonly status: number
  /** Of a 400: the messages, by member. */
  readonly failures: Readonly<Record<string, string>>
  readonly response: Response

  constructor(request: string, response: Response, text: string) {
    const { lines, failures } = parseErrorBody(text)

    super(
      `Failed to ${request}: the sandbox returned ${response.status}. ${lines.join(' ') || text}`.trimEnd(),
    )
    this.status = response.status
    this.failures = failures
    this.response = response
  }
}

/**
 * A client of the interface and the controls, typed by their contract.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010' })
 * const { data } = await client.GET('/api/entities/{id}', { path: { id: 1000 } })
 */
export function createClient(options: ClientOptions = {}): Client {
  rejectUnknownOptions(options, ['baseUrl', 'headers', 'fetch', 'task'], 'create a client')

  const {
    baseUrl = '',
    headers = {},
    task,
    // Looked up at each request, so that a later replacement of the global function is called.
    fetch: send = (url, init) => fetch(url, init),
  } = options
  const sender =
    (method: Method) =>
    async (path: string, request: AnyRequest = {}): Promise<ClientResponse<unknown>> => {
      const body = bodyOf(request.body)
      const target = filledPath(path, request.path, request.query)
      const response = await send(baseUrl + target, {
        method,
        headers: {
          ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
          ...headers,
          ...request.headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(request.signal ? { signal: request.signal } : {}),
      })

      if (!response.ok)
        throw new ResponseError(task ?? `${method} ${target}`, response, await response.text())

      return { data: await dataOf(response), response }
    }

  const client = {
    GET: sender('GET'),
    POST: sender('POST'),
    PUT: sender('PUT'),
    DELETE: sender('DELETE'),
  } satisfies Record<Method, unknown>

  // The types come from the contract; the service's tests validate every response against it.
  return client as unknown as Client
}

/** A path with its parameters and query filled in: `/api/entities/7?culture=en-US`. */
function filledPath(path: string, parameters: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(parameters))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!values.has(name)) throw new TypeError(`${path} needs a value for ${name}: { path: { ${name}: … } }.`)

    return encodeURIComponent(String(values.get(name)))
  })
  const present = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()

  return search === '' ? filled : `${filled}?${search}`
}

/** The body as JSON, or unchanged if it is a Blob or a form. */
function bodyOf(body: unknown): BodyInit | undefined {
  if (body === undefined) return undefined
  const isSentUnchanged = body instanceof Blob || body instanceof FormData || body instanceof URLSearchParams

  return isSentUnchanged ? body : JSON.stringify(body)
}

async function dataOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type')

  if (type?.includes('json')) {
    const text = await response.text()

    return text === '' ? undefined : JSON.parse(text)
  }

  const blob = await response.blob()

  // An empty file has a type.
  return blob.size === 0 && type === null ? undefined : blob
}

interface ErrorMessages {
  /** The message; of a 400, a line for each member. Empty if the body is not an error of the service. */
  readonly lines: readonly string[]
  /** Of a 400: the messages, by member. */
  readonly failures: Readonly<Record<string, string>>
}

/** Reads the body of an error response: `{"Message": ...}`, or of a 400 the messages by member. */
export function parseErrorBody(text: string): ErrorMessages {
  const body = recordIn(text)
  const { Message, ExceptionMessage } = body

  if (typeof Message === 'string') {
    return {
      lines: [Message, ...(typeof ExceptionMessage === 'string' ? [ExceptionMessage] : [])],
      failures: {},
    }
  }
  const members = Object.entries(body)
  const failures = members.flatMap(([member, message]): [string, string][] =>
    typeof message === 'string' ? [[member, message]] : [],
  )

  // The error of another server may have texts among other values.
  if (failures.length < members.length) return { lines: [], failures: {} }

  return {
    lines: failures.map(([member, message]) => `${member}: ${message}`),
    failures: Object.fromEntries(failures),
  }
}

function recordIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text)

    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
  } catch {
    return {}
  }
}
