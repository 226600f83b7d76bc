import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'

export type FileServer = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void

/** Where the build puts the console: beside the server's own folder. */
export const builtConsole = fileURLToPath(new URL('../console', import.meta.url))

export interface ConsolePlace {
  /** Path that the console is served at, with a slash at its end; requests come without it. Default `/`. */
  readonly base?: string
  /** Prefix of the service's paths: `/backend`. Default none. */
  readonly service?: string
  /** Address of a module that the page runs before the console's own, such as one that starts the service in it. */
  readonly script?: string
  readonly folder?: string
}

/**
 * Serves the built console, its start page for every address that is not a file and that a browser goes to. Undefined when it is not built,
 * as when the server runs from its source.
 */
export function consoleFiles({ folder = builtConsole, ...place }: ConsolePlace = {}): FileServer | undefined {
  if (!existsSync(folder)) return undefined

  const start = join(folder, 'index.html')
  let page = startPage(readFileSync(start, 'utf8'), place)
  // Looks a file up when it is requested, since a build may replace the files of a running server.
  // Without extensions "/" is no file: the start page is the one that gets its base path.
  const files = sirv(folder, { etag: true, extensions: [], dev: true })

  return (request, response, otherwise) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'

    // A file may go between being found and being read; what is left is to break off.
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
    files(request, response, () => {
      if (!isRead || !asksForPage(request)) return otherwise()
      if (existsSync(start)) page = startPage(readFileSync(start, 'utf8'), place)
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' })
      response.end(request.method === 'HEAD' ? undefined : page)
    })
  }
}

/** The start of the console, or an address that a browser goes to: programs that miss the service get an error. */
function asksForPage({ url, headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode']

  if (url?.replace(/\?[^]*/, '') === '/') return true

  // Browsers say what they fetch where they trust the origin, and what they accept everywhere.
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate'
}

/** The page has its own base path and that of the service in it. */
export function startPage(page: string, { base = '/', service = '', script }: ConsolePlace): string {
  return page
    .replace(/<base href="[^"]*"/, () => `<base href="${base}"`)
    .replace(/(<meta name="sandbox-base" content=)"[^"]*"/, (_, meta) => `${meta}"${service}"`)
    .replace('<script', (tag) =>
      script === undefined ? tag : `<script type="module" src="${script}"></script>\n    ${tag}`,
    )
}
