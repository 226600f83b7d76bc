import { withHeaders } from '../../data/model/exchanges/exchange.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Request as BrowserRequest, Route } from '@playwright/test'
import type { ServiceRequest } from '../../service/http/service-request.ts'
import { tryHandlers, type HandlerResult } from '../../service/http/msw/msw-handler.ts'
import { bodyBytes, isStream, type Reply, type StreamChunk } from '../../service/http/replies/reply.ts'
import type { HandlerList } from '../../service/http/msw/handler-list.ts'
import type { RemoteConnection } from '../../client/remote-connection.ts'

type Unroute = () => Promise<void>

/** Matches requests to the API, at one origin or any. For a function, Playwright would send all requests here. */
export function apiPattern(api: string | undefined): RegExp {
  const origin = api === undefined ? 'https?://[^/]+' : escapeRegExp(new URL(api).origin)

  return new RegExp(`^${origin}(/s/[^/]+)?/(api|oauth|__sandbox)([/?]|$)`)
}

/** Routes requests to the handlers of a sandbox in this process. Routes that a test adds (`page.route()`) precede it. */
export async function routeToSandbox(
  context: BrowserContext,
  pattern: RegExp,
  handlers: HandlerList,
): Promise<Unroute> {
  return intercept(context, pattern, async (route, request) => {
    await fulfill(route, await handlers.handleOrPass(toServiceRequest(request)))
  })
}

/**
 * Routes requests to a server, after the test's handlers (`use()`).
 *
 * @param hasCookie whether a cookie selects the sandbox: then requests are intercepted only once there are handlers
 */
export async function routeToServer(
  context: BrowserContext,
  pattern: RegExp,
  connection: RemoteConnection,
  hasCookie: boolean,
): Promise<Unroute> {
  let interception = hasCookie ? undefined : start()

  const stopIntercepting = connection.intercept(() => {
    // Not awaited: Playwright sends commands in order, so it precedes those of the test's next step.
    interception ??= start()
  })

  context.once('close', stopIntercepting)
  await interception

  return async () => {
    stopIntercepting()
    await (
      await interception
    )?.()
  }

  function start(): Promise<Unroute> {
    return intercept(context, pattern, async (route, request) => {
      const { handlers } = connection
      const overridden = await tryHandlers(handlers, toServiceRequest(request))

      if (overridden !== undefined && overridden !== 'passthrough') await fulfill(route, overridden)
      else {
        const added = connection.headersFor(new URL(request.url()))

        await route.continue({ headers: { ...(await request.allHeaders()), ...added } })
      }
    })
  }
}

async function intercept(
  context: BrowserContext,
  pattern: RegExp,
  handle: (route: Route, request: BrowserRequest) => Promise<void>,
): Promise<Unroute> {
  let hasStopped = false
  const listener = async (route: Route, request: BrowserRequest): Promise<void> => {
    try {
      await handle(route, request)
    } catch (error) {
      if (!hasStopped && !isClosed(request)) throw error
    }
  }

  await context.route(pattern, listener)

  return () => {
    // Playwright continues the requests that are still in progress.
    hasStopped = true

    return context.unroute(pattern, listener)
  }
}

async function fulfill(route: Route, result: HandlerResult): Promise<void> {
  if (result === 'passthrough') return route.fallback()
  if (result.failure === 'never') return // the request stays pending

  const body = result.failure === 'cut' ? undefined : await bodyOf(result)

  if (body === undefined) await route.abort('connectionreset')
  else {
    // Playwright expects several Set-Cookie values separated by newlines.
    const cookies = result.cookies ? { 'set-cookie': result.cookies.join('\n') } : {}

    await route.fulfill({ status: result.status, headers: { ...result.headers, ...cookies }, body })
  }
}

/** Playwright fulfills only with complete bodies. Undefined when the connection breaks within the body. */
async function bodyOf({ body, headers }: Reply): Promise<string | Buffer | undefined> {
  if (body === null) return ''
  if (!isStream(body)) return Buffer.from(bodyBytes(body))

  const parts = body[Symbol.asyncIterator]()

  // The service spells it `Content-Type`, a handler of the test `content-type`.
  if (!new Headers({ ...headers }).get('content-type')?.startsWith('text/event-stream')) return readAll(parts)

  const content = await readAll(parts, wait(eventWindow, undefined))

  // EventSource reconnects after 20 ms, with Last-Event-ID.
  return content && Buffer.concat([content, Buffer.from('retry: 20\n\n')])
}

/** How long events are collected before the page gets them, in milliseconds. */
const eventWindow = 250

/** @param end when to stop reading, even if the stream goes on */
async function readAll(
  parts: AsyncIterator<StreamChunk>,
  end?: Promise<undefined>,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  const next = () => Promise.race([parts.next(), ...(end ? [end] : [])])

  try {
    let part = await next()

    for (; part && !part.done; part = await next()) chunks.push(Buffer.from(part.value))
    // Not awaited: a handler's stream ends only after its next part.
    if (!part) void parts.return?.()
  } catch {
    return undefined // a fault has closed the connection
  }

  return Buffer.concat(chunks)
}

function toServiceRequest(request: BrowserRequest): ServiceRequest {
  const { origin, pathname, search } = new URL(request.url())
  const [method, body] = [request.method(), request.postDataBuffer() ?? undefined]

  return withHeaders(
    { method, baseUrl: origin, path: pathname, search: search.slice(1), body },
    Object.entries(request.headers()),
  )
}

/** Whether the page was closed, so that no response is expected. */
function isClosed(request: BrowserRequest): boolean {
  return request.serviceWorker() === null && request.frame().page().isClosed()
}

function escapeRegExp(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\*]/g, String.raw`\$&`)
}
