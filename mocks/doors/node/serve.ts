import { networkInterfaces } from 'node:os'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HandlerList, ownHandlers } from '../../service/http/msw/handler-list.ts'
import { isServicePath } from '../../service/http/access/address.ts'
import { AccessPolicy, tokenFor } from '../../service/http/access/access-policy.ts'
import type { Service } from '../../service/http/service.ts'
import { HandlerListWithMcp } from './assistant/handler-list-with-mcp.ts'
import { type Certificate, makeCertificate, readCertificate } from './certificate.ts'
import { preparePageResponse, consoleFiles, pathBelowHost, redirectToConsole } from './console-files.ts'
import { handleRequest, type ServerContext } from './handle-request.ts'
import { Drain } from './drain.ts'
import { limitByHeap } from './heap-limit.ts'
import { Probes } from './probes.ts'
import type { Replicas } from './replicas/replicas.ts'
import type { ListenOptions, SandboxServer } from './server-types.ts'
import { pathOf, rewriteToOriginForm, toUnreadRequest } from './node-messages.ts'

/** Whether a host is a wildcard: a server listens on it, but no client can connect to it. */
export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** The host by which this machine reaches a server that listens on `host`. */
export function reachableHost(host: string): string {
  if (!isEveryAddress(host)) return host

  return host === '::' ? '::1' : '127.0.0.1'
}

/** The IPv4 addresses of the machine in its networks. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
}

/** `http://[::1]:4010` */
export function urlOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** In milliseconds. Node's default of 5,000 closes connections just as clients reuse them. */
const keepAliveTimeout = 65_000

/** The probes of a server, and the other servers that share its sandboxes. */
export interface ServerDependencies {
  readonly replicas?: Replicas | undefined
  readonly probes?: Probes
}

/**
 * Serves handlers over HTTP; of a service, its own. Of a service that is not ready yet, probes and the console are served
 * at once, and other requests wait; when it fails, the caller has to close the server.
 */
export async function serve(
  served: Service | HandlerList | Promise<Service>,
  options: ListenOptions = {},
  { replicas, probes = new Probes() }: ServerDependencies = {},
): Promise<SandboxServer> {
  const { port = 0, host = '127.0.0.1' } = options
  let context: ServerContext | undefined
  const baseUrlOf = (request: IncomingMessage) => toUnreadRequest(request, access).baseUrl
  const serveConsole = options.console === 'built' ? consoleFiles({ baseUrlOf }) : undefined
  const controlToken = tokenFor(host, { given: options.controlToken, hasProxy: options.trustProxy })
  const policy = new AccessPolicy({
    hosts: [host, ...(options.allowedHosts ?? [])],
    origins: options.allowedOrigins ?? [],
    checksApiHost: options.allowedHosts !== undefined,
    cors: options.cors,
    controlToken,
  })
  const certificate = await certificateFor(options)
  const server = certificate
    ? // Loaded only when needed: it takes as long to load as the whole HTTP server.
      process.getBuiltinModule('node:https').createServer({ ...certificate, keepAliveTimeout })
    : createServer({ keepAliveTimeout })
  const drain = new Drain(server)
  const access = { policy, trustsProxy: options.trustProxy, namesSandboxes: true }
  const begun = Promise.resolve(served).then(
    (ready) => {
      const handlers = new HandlerListWithMcp(ownHandlers(ready).handlers, own)

      limitByHeap(handlers.service.sandboxes.find().settings.budget)
      context = { ...access, handlers, drain, replicas }
      probes.announceReady()
    },
    () => undefined, // reported by the caller; the requests end with their connections
  )
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (context) return handleRequest(context, request, response)

    void begun.then(() => {
      // The start may have failed, or the client have left.
      if (context && !request.socket.destroyed) handleRequest(context, request, response)
    })
  }

  const scheme = certificate ? 'https' : 'http'
  const boundPort = () => (server.address() as AddressInfo).port // a server on a port, not a pipe
  const own = () => ({ url: urlOf(scheme, reachableHost(host), boundPort()), controlToken })
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    rewriteToOriginForm(request)
    if (probes.handle(request, response, access)) return
    expandShortForm(request)

    const respond = () => answer(request, response)

    if (serveConsole && redirectToConsole(request, response, () => `${pathBelowHost(baseUrlOf(request))}/`))
      return
    if (!serveConsole || isServicePath(pathOf(request))) respond()
    else if (preparePageResponse(access, request, response)) serveConsole(request, response, respond)
  }

  server.on('request', handle)
  // With replicas, the client should send the body only once the owner of the sandbox is known.
  if (replicas) server.on('checkContinue', handle)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const urls = isEveryAddress(host) ? networkAddresses().map((each) => urlOf(scheme, each, boundPort())) : []

  return sandboxServer(drain, () => context, {
    ...own(),
    networkUrls: urls,
    port: boundPort(),
    hasConsole: serveConsole !== undefined,
    certificate: certificate?.cert,
  })
}

async function certificateFor(options: ListenOptions): Promise<Certificate | undefined> {
  if (options.cert !== undefined) return readCertificate(options.cert, options.key)

  return options.https ? makeCertificate(namesOf(options)) : undefined
}

/** The names and addresses of a server's certificate. */
function namesOf({ host = '127.0.0.1', allowedHosts = [] }: ListenOptions): string[] {
  const addresses = isEveryAddress(host) ? networkAddresses() : [host]

  return [...new Set(['localhost', '*.localhost', '127.0.0.1', '::1', ...addresses, ...allowedHosts])]
}

/** A server has the contract at `/openapi.json` too. */
function expandShortForm(request: IncomingMessage): void {
  request.url = request.url?.replace(/^(\/s\/[^/]+)?(\/openapi\.json)(?=\?|$)/, '$1/__sandbox$2')
}

function sandboxServer(
  drain: Drain,
  context: () => ServerContext | undefined,
  properties: Omit<SandboxServer, 'close' | typeof Symbol.asyncDispose>,
): SandboxServer {
  const close = async () => {
    await drain.end()
    for (const sandbox of context()?.handlers.service.sandboxes.list() ?? []) {
      sandbox.settings.sender?.rest(sandbox)
    }
  }

  return { ...properties, close, [Symbol.asyncDispose]: close }
}
