import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { UserHandlers } from '../http/msw/user-handlers.ts'
import { isServicePath } from '../http/access/address.ts'
import { isLoopback } from '../http/access/origins.ts'
import { AccessPolicy } from '../http/access/access-policy.ts'
import type { Service } from '../http/service.ts'
import { ApiError } from '../model/shared/errors.ts'
import { isEveryAddress, networkAddresses, reachable, urlOf } from './addresses.ts'
import { makeCertificate } from './certificate.ts'
import { consoleFiles } from './console-files.ts'
import { handleRequest, type ServerContext } from './respond.ts'
import { Drain } from './drain.ts'
import { Probes } from './probes.ts'
import type { Replicas } from './replicas/replicas.ts'
import { pathOf, takeOriginForm, toRequestHead } from './exchange.ts'
import type { ListenOptions, SandboxServer } from './sandbox-server.ts'

/** Milliseconds. Node's own 5,000 end where a client that was busy for a moment sends its next request: it is reset. */
const keepAliveTimeout = 65_000

/** The other servers, probes and metrics around a service. */
export interface ServerDependencies {
  readonly replicas?: Replicas | undefined
  readonly probes?: Probes
}

/** Serves a service, and in front of it handlers that are not its own. */
export async function serve(
  service: Service,
  userHandlers: UserHandlers | undefined,
  options: ListenOptions = {},
  { replicas, probes = new Probes() }: ServerDependencies = {},
): Promise<SandboxServer> {
  const { port = 0, host = '127.0.0.1' } = options
  const files = options.console === 'built' ? consoleFiles() : undefined
  const controlToken = isLoopback(host) ? undefined : (options.controlToken ?? crypto.randomUUID())
  const policy = new AccessPolicy({
    hosts: [host, ...(options.allowedHosts ?? [])],
    origins: options.allowedOrigins ?? [],
    checksApiHost: options.allowedHosts !== undefined,
    cors: options.cors,
    controlToken,
  })
  const certificate = options.https ? makeCertificate(namesOf(options)) : undefined
  const server = certificate
    ? // Modules of Node that few starts need are loaded where they are: TLS takes as long as the rest of its HTTP server.
      process.getBuiltinModule('node:https').createServer({ ...certificate, keepAliveTimeout })
    : createServer({ keepAliveTimeout })
  const drain = new Drain(server)
  const context = { service, policy, userHandlers, drain, replicas, trustsProxy: options.trustProxy }

  const take = (request: IncomingMessage, response: ServerResponse) => {
    takeOriginForm(request)
    if (probes.handle(request, response, policy)) return
    takeShortForm(request)

    const respond = () => handleRequest(context, request, response)

    if (!files || isServicePath(pathOf(request))) respond()
    else if (mayOpen(context, request, response)) files(request, response, respond)
  }

  server.on('request', take)
  // Where a sandbox may be another server's, a body is to come once it is known whose it is.
  if (replicas) server.on('checkContinue', take)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const { port: boundPort } = server.address() as AddressInfo // a server on a port, not a pipe
  const scheme = options.https ? 'https' : 'http'
  const urls = isEveryAddress(host) ? networkAddresses().map((each) => urlOf(scheme, each, boundPort)) : []

  return sandboxServer(drain, {
    url: urlOf(scheme, reachable(host), boundPort),
    networkUrls: urls,
    port: boundPort,
    hasConsole: files !== undefined,
    controlToken,
    certificate: certificate?.cert,
  })
}

/** All that a certificate is for. */
function namesOf({ host = '127.0.0.1', allowedHosts = [] }: ListenOptions): string[] {
  const addresses = isEveryAddress(host) ? networkAddresses() : [host]

  return [...new Set(['localhost', '127.0.0.1', '::1', ...addresses, ...allowedHosts])]
}

/** A standalone server has the contract at its root too: `/openapi.json`. */
function takeShortForm(request: IncomingMessage): void {
  request.url = request.url?.replace(/^(\/s\/[^/]+)?(\/openapi\.(?:json|yaml))(?=\?|$)/, '$1/__sandbox$2')
}

/** Security headers of the console: it requests nothing from other hosts, and no other site can frame it. */
const pageHeaders = [
  // The editor creates style sheets.
  [
    'Content-Security-Policy',
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  ],
  ['X-Frame-Options', 'DENY'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
] as const

/** Whether a page of the console may be sent; otherwise sends the error. */
function mayOpen(by: ServerContext, request: IncomingMessage, response: ServerResponse): boolean {
  const { policy } = by

  for (const [name, value] of pageHeaders) response.setHeader(name, value)

  try {
    const incoming = toRequestHead(request, by)
    const cookie = policy.cookieFor(incoming)

    policy.checkConsolePage(incoming)
    if (cookie !== undefined) response.setHeader('Set-Cookie', cookie)

    return true
  } catch (error) {
    const [status, message] = error instanceof ApiError ? [error.status, error.message] : [400, String(error)]

    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(message)

    return false
  }
}

function sandboxServer(
  drain: Drain,
  about: Omit<SandboxServer, 'close' | typeof Symbol.asyncDispose>,
): SandboxServer {
  const close = () => drain.end()

  return { ...about, close, [Symbol.asyncDispose]: close }
}
