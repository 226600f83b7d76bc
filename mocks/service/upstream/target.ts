import { loopStatus } from '../http/ask-upstream.ts'
import { respelled } from '../http/replies/reply.ts'
import type { Exchange, ExchangeReply } from '../../data/model/exchanges/exchange.ts'
import { isSecretField, isSecretName } from '../../sandbox/journal/secrets.ts'
import { UpstreamFailure, type Upstream } from '../../sandbox/passthrough.ts'
import { connectionProblem } from './connection-problem.ts'
import { bytesOfStream, chunksOfStream } from '../../data/model/shared/bytes.ts'

/** Sends a request, like `fetch()`. */
export type Send = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: Uint8Array<ArrayBuffer>
    readonly redirect: 'manual'
    readonly signal: AbortSignal
  },
) => Promise<Response>

interface TargetOptions {
  /** Base URL of the service, without the path `/api`. */
  readonly url: string
  /** The access token to send, instead of any credentials of the request. */
  readonly token?: string | undefined
  /** Whether the credentials of requests are sent if there is no `token`. Cookies and tokens of sandboxes never are. */
  readonly sendsCredentials?: boolean
  readonly send?: Send
}

/** How long to wait for a response, or the rest of one that has to be complete, in milliseconds. */
const defaultTimeout = 10_000

/** Headers of one connection, of the browser's page, and of this server. */
const unsentHeaders =
  /^(host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|expect|accept-encoding|cookie|origin|referer|forwarded|x-forwarded-.*|x-sandbox.*|sec-.*|proxy-.*|:.*)$/

/** Headers that hold for the connection to the target. */
const connectionHeaders =
  /^(connection|keep-alive|upgrade|trailer|transfer-encoding|content-length|content-encoding|alt-svc|access-control-.*|x-sandbox.*)$/i

/** Headers by which browsers change something for the whole origin, or decide which pages may use the response. */
const originHeaders =
  /^(set-(cookie2?|login)|clear-site-data|service-worker-.*|strict-transport-security|public-key-pins.*|expect-ct|report-to|reporting-endpoints|nel|accept-ch|critical-ch|origin-.*|refresh|x-frame-options|cross-origin-.*|timing-allow-origin|speculation-rules|use-as-dictionary|.*-session-(registration|challenge)|supports-loading-mode|(?!content-security-).*-policy(-report-only)?)$/i

/** Statuses with which a proxy or an overloaded service says that it did not answer. */
const failures = [502, 503, 504, loopStatus]

/** Those that are decoded, although none is asked for. */
const knownEncodings = ['gzip', 'x-gzip', 'deflate', 'br', 'identity']

const decoder = new TextDecoder()

/** A real service, asked over HTTP. Redirects are not followed, and nothing is sent that belongs to the sandbox. */
export class Target implements Upstream {
  readonly name: string
  /** Recognises its own requests, should they come back. */
  readonly #id = `sandbox-${crypto.randomUUID()}`
  readonly #options: TargetOptions

  constructor(options: TargetOptions) {
    this.name = options.url.replace(/(?<!\/)\/+$/, '')
    this.#options = options
  }

  async ask(exchange: Exchange, timeout = defaultTimeout): Promise<ExchangeReply> {
    const { method, path, search, base, request } = exchange
    const headers = new Map(request.headers())

    if (headers.get('via')?.includes(this.#id)) {
      throw new UpstreamFailure(
        `${this.name} leads back to this sandbox. Name the real service as the target.`,
        loopStatus,
      )
    }

    const query = forwardedQuery(search, this.#mayForward)
    const limit = new AbortController()
    const ended = new Promise<never>((_, reject) => limit.signal.addEventListener('abort', reject))
    const timer = setTimeout(() => limit.abort(), timeout)
    const url = `${this.name}${path}${query === '' ? '' : `?${query}`}`
    const hasBody = request.body !== undefined && method !== 'GET' && method !== 'HEAD'

    try {
      const answer = (this.#options.send ?? fetch)(url, {
        method,
        headers: this.#headersFor(headers),
        redirect: 'manual',
        signal: limit.signal,
        ...(hasBody ? { body: relinked(request.body, headers.get('content-type'), base, this.name) } : {}),
      }).then((response) => this.#replyFor(exchange, response, headers.get('accept') ?? ''))

      // Not every body ends when its request is aborted: one with damaged compression does not.
      return await Promise.race([answer, ended])
    } catch (error) {
      if (error instanceof UpstreamFailure) throw error

      throw new UpstreamFailure(
        limit.signal.aborted
          ? `${this.name} did not answer within ${timeout / 1000} s.`
          : `${this.name} can't be reached: ${connectionProblem(error)}`,
      )
    } finally {
      clearTimeout(timer)
    }
  }

  get #mayForward(): boolean {
    const { sendsCredentials = false, token } = this.#options

    return sendsCredentials && token === undefined
  }

  #headersFor(headers: ReadonlyMap<string, string>): Record<string, string> {
    const { token } = this.#options
    const sent = [...headers].filter(
      ([name, value]) =>
        !unsentHeaders.test(name) && (!isSecretName(name) || (this.#mayForward && !isSandboxToken(value))),
    )

    return {
      ...Object.fromEntries(sent),
      'accept-encoding': 'identity',
      via: [headers.get('via'), `1.1 ${this.#id}`].filter(Boolean).join(', '),
      ...(token === undefined ? {} : { 'x-auth-token': token }),
    }
  }

  async #replyFor({ method, base }: Exchange, response: Response, accepted: string): Promise<ExchangeReply> {
    const { status, body } = response
    const type = response.headers.get('content-type') ?? ''
    const length = response.headers.get('content-length')
    const encoding = response.headers.get('content-encoding') ?? ''
    const isReadable = encoding === '' || encoding.split(/, */).every((each) => knownEncodings.includes(each))
    const headers = returnedHeaders(response.headers, this.name, base)

    if (failures.includes(status) || (/^text\/html\b/i.test(type) && !accepted.includes('text/html'))) {
      void body?.cancel()
      throw new UpstreamFailure(
        failures.includes(status)
          ? `${this.name} answered with ${status}.`
          : `${this.name} returned HTML (${status}), as sign-in pages and proxies do. Check the target and its token.`,
      )
    }
    if (status < 200 || status > 599 || !isReadable) {
      void body?.cancel()
      throw new UpstreamFailure(
        `${this.name} answered with ${status}${isReadable ? '' : `, encoded as ${encoding}, which was not asked for`}.`,
      )
    }
    // The length that GET would have.
    if (method === 'HEAD' && length !== null)
      return { status, headers: { ...headers, 'Content-Length': length }, body: null }
    if (!body) return { status, headers, body: null }
    if (/\bjson\b/i.test(type)) {
      return { status, headers, body: relinked(await this.#wholeBody(body), type, this.name, base) }
    }
    if (length !== null && Number(length) <= keptBytes) {
      return { status, headers, body: await this.#wholeBody(body) }
    }

    // Whatever its size, it is neither kept nor waited for.
    return {
      status,
      headers: length === null || encoding !== '' ? headers : { ...headers, 'Content-Length': length },
      body: chunksOfStream(body),
    }
  }

  /** @throws {UpstreamFailure} when it is too large, such as a body without end */
  async #wholeBody(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
    const bytes = await bytesOfStream(body, maxBytes)

    if (bytes.length <= maxBytes) return bytes

    throw new UpstreamFailure(`${this.name} returned more than ${maxBytes / 2 ** 20} MiB of JSON.`)
  }
}

/** The headers of a response that hold for the sandbox too. Redirects within the upstream lead through it. */
export function returnedHeaders(
  headers: Iterable<readonly [name: string, value: string]>,
  from: string,
  to: string,
): Record<string, string> {
  return respelled(
    [...headers]
      .filter(([name]) => !connectionHeaders.test(name) && !originHeaders.test(name))
      .map(([name, value]) => [
        name,
        /^location$/i.test(name) && value.startsWith(`${from}/`) ? `${to}${value.slice(from.length)}` : value,
      ]),
  )
}

/** A body with links to another base, if it is JSON. */
export function relinked(
  body: Uint8Array | undefined,
  type: string | undefined,
  from: string,
  to: string,
): Uint8Array<ArrayBuffer> {
  // Bodies are read from sockets and files, never from a SharedArrayBuffer.
  const bytes = (body ?? new Uint8Array()) as Uint8Array<ArrayBuffer>

  if (!/\bjson\b/i.test(type ?? '')) return bytes
  const text = decoder.decode(bytes)

  return text.includes(`"${from}/`)
    ? new TextEncoder().encode(text.replaceAll(`"${from}/`, `"${to}/`))
    : bytes
}

/** Maximum size of a body that has to be read as a whole, in bytes, after decompression. */
const maxBytes = 64 * 1024 * 1024

/** The size up to which bodies other than JSON are kept for the journal, in bytes. */
const keptBytes = 1024 * 1024

/** Whether it is a token of a sandbox, which no other server is to see. */
function isSandboxToken(value: string): boolean {
  return /^(bearer\s+)?sandbox-/i.test(value)
}

function forwardedQuery(search: string, mayForward: boolean): string {
  return search
    .split('&')
    .filter(
      (part) =>
        !isSecretField(part) || (mayForward && ![...new URLSearchParams(part).values()].some(isSandboxToken)),
    )
    .join('&')
}
