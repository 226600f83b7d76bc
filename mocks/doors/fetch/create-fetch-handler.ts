import { pathPrefix, forwardedOrigin } from '../../service/http/access/address.ts'
import { AccessPolicy } from '../../service/http/access/access-policy.ts'
import { toFetch, toFetchOrFail, withoutBody, whenAborted } from '../../service/http/fetch-objects.ts'
import { errorReplyTo } from '../../service/http/finish-reply.ts'
import type { Reply } from '../../service/http/replies/reply.ts'
import type { ServiceRequest } from '../../service/http/service-request.ts'
import { ApiError, messageOf, NotFound } from '../../data/model/shared/errors.ts'
import type { MswHandler } from '../../service/http/msw/msw-handler.ts'
import type { LocalSandbox } from '../../local/local-sandbox.ts'
import { servedBy } from '../../local/serve-handlers.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { sandboxesOptionNames, type Sandboxes, type SandboxesOptions } from '../../sandbox/sandboxes.ts'
import { rejectUnknownOptions } from '../../data/model/shared/suggestion.ts'
import { bytesOfStream } from '../../data/model/shared/bytes.ts'

export interface FetchOptions extends SandboxesOptions {
  /** Prefix of the service's paths: `/backend`. Default none. */
  readonly path?: string | undefined
  /**
   * The token that `/__sandbox` requires in `X-Sandbox-Control`; `null` for none, if no one else can reach the runtime.
   * Default: control requests are rejected, since the handler can't know who can reach the runtime.
   */
  readonly controlToken?: string | null | undefined
  /** Host names besides loopback ones under which `/__sandbox` is served, and the runtime's own pages may write. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Origins of pages besides the runtime's own that may use `/__sandbox`. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Origins of pages that may use `/api`, besides the runtime's own. Default: pages of any origin may read. */
  readonly cors?: readonly string[] | 'any' | undefined
  /** Whether to trust `X-Forwarded-Host`, `-Proto`, `-Port` and `-Prefix` of a proxy. Default no. */
  readonly trustProxy?: boolean | undefined
}

const ownOptions = 'path controlToken allowedHosts allowedOrigins cors trustProxy'.split(' ')

/** Handles requests of a runtime such as Next, Hono, Bun, Deno or a worker. */
export type FetchHandler = (request: Request) => Promise<Response>

/**
 * Creates a function from `Request` to `Response` for one sandbox, and others that requests may name; or for its handlers
 * together with others, in their order.
 *
 * @example
 * const handle = createFetchHandler(await createSandbox({ seed: 7 }), { path: '/backend' })
 * export { handle as GET, handle as POST, handle as PUT, handle as DELETE }
 */
export function createFetchHandler(
  served: LocalSandbox | Sandbox | Sandboxes | readonly MswHandler[],
  options: FetchOptions = {},
): FetchHandler {
  rejectUnknownOptions(options, [...ownOptions, ...sandboxesOptionNames], 'create a handler')

  const { allowedHosts = [], allowedOrigins = [], cors, path = '' } = options
  const { controlToken = globalThis.crypto.randomUUID() } = options
  const prefix = pathPrefix(path)
  const handlers = servedBy(served, options)
  const policy = new AccessPolicy({
    hosts: allowedHosts,
    origins: allowedOrigins,
    cors,
    controlToken: controlToken ?? undefined,
  })

  return async (request) => {
    const { signal } = request

    try {
      const incoming = within(prefix, addressed(withoutBody(request), options.trustProxy))
      // Just beyond the limit at most, so that the service can reject it.
      const limit = handlers.bodyLimit(incoming, policy)
      const body = request.body ? await bytesOfStream(request.body, limit).catch(rejectBody) : undefined

      return await toResponse(
        await handlers.handle({ ...incoming, body }, policy, whenAborted(signal)),
        signal,
      )
    } catch (error) {
      return toFetch(errorReplyTo(error, withoutBody(request)))
    }
  }
}

/** The request with the origin that the client requested from a trusted proxy. */
function addressed(request: ServiceRequest, trustsProxy = false): ServiceRequest {
  if (!trustsProxy) return request

  const { protocol, host } = new URL(request.baseUrl)

  return {
    ...request,
    baseUrl: forwardedOrigin({ scheme: protocol.slice(0, -1), host }, (name) => request.header(name)),
  }
}

/** The request without the prefix of its path. @throws {NotFound} for a path outside the prefix */
function within(prefix: string, request: ServiceRequest): ServiceRequest {
  const { baseUrl, path } = request

  if (!path.startsWith(`${prefix}/`))
    throw new NotFound(`The sandbox is mounted at ${prefix}; ${path} is outside it.`)

  return { ...request, baseUrl: `${baseUrl}${prefix}`, path: path.slice(prefix.length) }
}

/** A Fetch handler can't close the connection, so for `cut` the body fails instead. A client that aborts is gone: it ends. */
function toResponse(reply: Reply, signal: AbortSignal): Response | Promise<Response> {
  if (!reply.failure) return toFetch(reply, signal, 'end')
  if (reply.failure === 'never') return toFetchOrFail(reply, signal)

  const broken = new ReadableStream({
    start: (controller) => controller.error(new Error('A fault of the sandbox cut the connection.')),
  })

  return new Response(broken)
}

function rejectBody(error: unknown): never {
  throw error instanceof ApiError
    ? error
    : new ApiError(400, `The request can't be read: ${messageOf(error)}.`)
}
