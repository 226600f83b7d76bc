/// <reference lib="esnext.disposable" preserve="true" />
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MswHandler } from '../http/msw/msw-handler.ts'
import { isLoopback, Safety } from '../http/access/safety.ts'
import type { Service } from '../http/service.ts'
import { ApiError } from '../model/shared/errors.ts'
import { consoleFiles } from './console-files.ts'
import { answer } from './answer.ts'
import { pathOf, takeOriginForm, toIncoming } from './exchange.ts'

export interface ListenOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Names beside loopback ones under which `/__sandbox` and the console answer: `['sandbox.internal']`. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Origins of pages beside the server's own that may use `/__sandbox`: `['http://localhost:5173']`. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Origins of pages that may read what `/api` answers. Default any. */
  readonly cors?: readonly string[] | 'any' | undefined
  /** What `/__sandbox` asks for when `host` is beyond loopback. Default random text. */
  readonly controlToken?: string | undefined
  /** Whether to serve the console at `/`; it is part of the package. Default no. */
  readonly console?: 'built'
}

/** A sandbox that answers over HTTP. */
export interface SandboxServer extends AsyncDisposable {
  /** Base URL: `http://127.0.0.1:4010`. */
  readonly url: string
  readonly port: number
  readonly hasConsole: boolean
  /** What `/__sandbox` and the console ask for; undefined on a loopback address. */
  readonly controlToken: string | undefined
  close(): Promise<void>
}

/** Serves a service, and in front of it handlers that are not its own. */
export async function serve(
  service: Service,
  foreign: readonly MswHandler[],
  options: ListenOptions = {},
): Promise<SandboxServer> {
  const { port = 0, host = '127.0.0.1' } = options
  const files = options.console === 'built' ? consoleFiles() : undefined
  const controlToken = isLoopback(host) ? undefined : (options.controlToken ?? randomUUID())
  const safety = new Safety({
    hosts: [host, ...(options.allowedHosts ?? [])],
    origins: options.allowedOrigins ?? [],
    cors: options.cors ?? 'any',
    controlToken,
  })
  const server = createServer((request, response) => {
    takeOriginForm(request)
    takeShortForm(request)

    const respond = () => answer({ service, safety, foreign }, request, response)

    if (!files || service.owns(pathOf(request))) respond()
    else if (mayOpen(safety, request, response)) files(request, response, respond)
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  return sandboxServer(server, host, { hasConsole: files !== undefined, controlToken })
}

/** A server of its own has the contract at its root too: `/openapi.json`. */
function takeShortForm(request: IncomingMessage): void {
  request.url = request.url?.replace(/^(\/s\/[^/]+)?(\/openapi\.(?:json|yaml))(?=\?|$)/, '$1/__sandbox$2')
}

/** Whether a page of the console may be sent; if not, the refusal is. */
function mayOpen(safety: Safety, request: IncomingMessage, response: ServerResponse): boolean {
  try {
    const incoming = toIncoming(request, undefined)
    const cookie = safety.cookieFor(incoming)

    safety.checkPage(incoming)
    if (cookie !== undefined) response.setHeader('Set-Cookie', cookie)

    return true
  } catch (error) {
    const [status, message] = error instanceof ApiError ? [error.status, error.message] : [400, String(error)]

    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(message)

    return false
  }
}

function sandboxServer(
  server: Server,
  host: string,
  about: Pick<SandboxServer, 'hasConsole' | 'controlToken'>,
): SandboxServer {
  const { port } = server.address() as AddressInfo // a server on a port, not a pipe
  const close = () =>
    new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()))
      server.closeAllConnections()
    })

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    ...about,
    close,
    [Symbol.asyncDispose]: close,
  }
}
