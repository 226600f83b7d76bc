import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import { sandboxOfHost } from '../../service/http/access/address.ts'
import type { AccessContext } from './handle-request.ts'
import { toUnreadRequest } from './node-messages.ts'
import { sendDenial } from './probes.ts'

type FileServer = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** The folder of the built console, beside that of the server. */
export const builtConsole = fileURLToPath(new URL('../console', import.meta.url))

export interface ConsoleLocation {
  /** Path of the console, ending with a slash; requests arrive without it. Default `/`. */
  readonly base?: string
  /** Prefix of the service's paths: `/backend`. Default none. */
  readonly prefix?: string
  /** Address of a module that the page runs before the console's own, such as one that starts the service in the page. */
  readonly script?: string
  readonly folder?: string
  /** The address at which the client of a request sees the server: its path is before all others, and its host may name a sandbox. */
  readonly baseUrlOf?: (request: IncomingMessage) => string
}

/**
 * Serves the files of the built console, and its start page for all other addresses to which a browser navigates.
 * Undefined when the console is not built, as when the server runs from its source.
 */
export function consoleFiles(location: ConsoleLocation = {}): FileServer | undefined {
  const { folder = builtConsole, baseUrlOf } = location

  if (!existsSync(folder)) return undefined

  const start = join(folder, 'index.html')
  let page = readFileSync(start, 'utf8')
  // `dev` looks up files at each request, since a build may replace them while the server runs.
  // Without extensions "/" is not a file: the start page is returned with its base path.
  const files = sirv(folder, { etag: true, extensions: [], dev: true })

  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'

    // The file may be removed after it was found: the connection is closed.
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
    files(request, response, () => {
      if (!isRead || !isPageRequest(request)) return next()
      if (existsSync(start)) page = readFileSync(start, 'utf8')
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' })
      response.end(request.method === 'HEAD' ? undefined : startPage(page, location, baseUrlOf?.(request)))
    })
  }
}

/** The console loads nothing from other hosts. Its editor creates style sheets. */
const contentPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'"
const pageHeaders = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
] as const

/** Sets the headers of the console's files; if access is denied, sends the error and returns false. */
export function preparePageResponse(
  access: AccessContext,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { policy } = access

  for (const [name, value] of pageHeaders) response.setHeader(name, value)
  response.setHeader('Content-Security-Policy', `${contentPolicy}; ${policy.frameAncestors}`)

  try {
    const incoming = toUnreadRequest(request, access)
    const cookie = policy.controlCookie(incoming)

    policy.checkConsolePage(incoming)
    if (cookie !== undefined) response.setHeader('Set-Cookie', cookie)

    return true
  } catch (error) {
    return !sendDenial(response, error)
  }
}

/**
 * Sends a browser that navigates to the GraphQL endpoint, or to the base URL of a sandbox, to the console's page for it;
 * returns whether it did.
 *
 * @param base returns the path of the console, ending with a slash
 */
export function redirectToConsole(
  request: IncomingMessage,
  response: ServerResponse,
  base: () => string,
): boolean {
  const [path, sandbox, endpoint] =
    /^(?:\/s\/([^/?]+))?(\/api\/graphql\/(?:preview\/)?v1)?\/?(?=\?|$)/.exec(request.url ?? '') ?? []

  if (!path || path === '/' || request.method !== 'GET' || !isPageRequest(request)) return false

  const { search } = new URL(request.url ?? '/', 'http://localhost')
  const kept = [
    ...(sandbox === undefined ? [] : [`sandbox=${sandbox}`]),
    ...(search.match(/\bcontrol=[^&]*/) ?? []),
  ]

  try {
    response.writeHead(302, {
      Location: `${base()}${endpoint ? 'graphql' : ''}${kept.length === 0 ? '' : `?${kept.join('&')}`}`,
      'Cache-Control': 'no-store',
    })
    response.end()

    return true
  } catch (error) {
    return sendDenial(response, error)
  }
}

/** The path of an address, without a slash at its end: `/mock`, or empty. A client may send anything as its host. */
export function pathBelowHost(url: string): string {
  return /^https?:\/\/[^/]*((?:\/[\w.~-]+)*)\/?$/.exec(url)?.[1] ?? ''
}

/** Whether a request is for a page that the banner names, or a browser navigates. Other requests get the service's 404. */
function isPageRequest({ url, headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode']

  if (/^\/(docs)?(\?|$)/.test(url ?? '')) return true

  // Browsers send Sec-Fetch-Mode only to trustworthy origins, Accept to all.
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate'
}

/** The start page with its own base path, that of the service, and the sandbox that its host names. */
export function startPage(
  page: string,
  { base = '/', prefix = '', script }: ConsoleLocation,
  baseUrl = '',
): string {
  const path = pathBelowHost(baseUrl)
  const sandbox = sandboxOfHost(baseUrl)
  const named = sandbox === undefined ? '' : `<meta name="sandbox-of-host" content="${sandbox}" />`

  return page
    .replace(/<base href="[^"]*"/, () => `<base href="${path}${base}"`)
    .replace(/(<meta name="sandbox-base" content=)"[^"]*"/, (_, meta) => `${named}${meta}"${path}${prefix}"`)
    .replace('<script', (tag) =>
      script === undefined ? tag : `<script type="module" src="${script}"></script>\n    ${tag}`,
    )
}
