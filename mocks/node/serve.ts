import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestHandler } from 'msw'
import type { Service } from '../http/service.ts'
import { consoleFiles } from './console-files.ts'
import { answerWithMsw } from './foreign-handlers.ts'
import { pathOf, readBody, toIncoming, writeReply } from './exchange.ts'

export interface ListenOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Whether to serve the console at `/`; it is part of the package. Default no. */
  readonly console?: 'built'
}

/** A sandbox that answers over HTTP. */
export interface SandboxServer extends AsyncDisposable {
  /** Base URL: `http://127.0.0.1:4010`. */
  readonly url: string
  readonly port: number
  readonly hasConsole: boolean
  close(): Promise<void>
}

/** Serves a service, and in front of it handlers that are not its own. */
export async function serve(
  service: Service,
  foreign: readonly RequestHandler[],
  { port = 0, host = '127.0.0.1', console }: ListenOptions = {},
): Promise<SandboxServer> {
  const files = console === 'built' ? consoleFiles() : undefined
  const server = createServer((request, response) => {
    const respond = () => {
      answer(service, foreign, request, response).catch((error: unknown) => giveUp(response, error))
    }

    if (files && !service.owns(pathOf(request))) files(request, response, respond)
    else respond()
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  return sandboxServer(server, host, files !== undefined)
}

async function answer(
  service: Service,
  foreign: readonly RequestHandler[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request)
  const incoming = toIncoming(request, body)
  const overridden = foreign.length > 0 ? await answerWithMsw(foreign, incoming, request.headers) : undefined

  return writeReply(response, overridden ?? (await service.handle(incoming)))
}

/** A request that could not be read, or a reply that could not be written. */
function giveUp(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()

    return
  }

  const Message = `The request can't be read: ${error instanceof Error ? error.message : String(error)}.`

  response.writeHead(400, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
  response.end(JSON.stringify({ Message }))
}

function sandboxServer(server: Server, host: string, hasConsole: boolean): SandboxServer {
  const { port } = server.address() as AddressInfo // a server on a port, not a pipe
  const close = () =>
    new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()))
      server.closeAllConnections()
    })

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    hasConsole,
    close,
    [Symbol.asyncDispose]: close,
  }
}
