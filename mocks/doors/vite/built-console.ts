import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  Connect,
  HtmlTagDescriptor,
  IndexHtmlTransformContext,
  PreviewServer,
  ViteDevServer,
} from 'vite'
import type { AccessPolicy } from '../../service/http/access/access-policy.ts'
import { withoutToken } from '../../service/http/access/access.ts'
import { consolePath, pathPrefix } from '../../service/http/access/address.ts'
import {
  preparePageResponse,
  builtConsole,
  startPage,
  consoleFiles,
  type ConsoleLocation,
} from '../node/console-files.ts'
import { builtInUsers } from '../../data/model/users/users.ts'
import type { EntitySandboxOptions } from './read-options.ts'
import { pathOf } from '../node/node-messages.ts'

/** Folder of the console in a build, which is deployed at the application's base path. */
const folder = consolePath.slice(1)

/** From the console's folder to the folder of the build. */
export const toRoot = '../../'

/** Sets the base path when the page is opened, if it is not known at build time. */
const setBase = `<script>document.head.append(Object.assign(document.createElement('base'), { href: location.pathname.split('/${folder}')[0] + '/${folder}/' }))</script>`

interface BuildPaths {
  /** The application's base path; `./` if it is not known. */
  readonly base: string
  /** Prefix of the service's paths. */
  readonly prefix: string
  /** The file in the build that starts the sandbox. */
  readonly script: string
}

interface BuiltFile {
  readonly fileName: string
  readonly source: string | Uint8Array
}

export function consoleInBuild({ base, prefix, script }: BuildPaths): BuiltFile[] {
  if (!existsSync(builtConsole)) return []

  const html = readFileSync(join(builtConsole, 'index.html'), 'utf8')
  const page = startPage(html, { base: `${base}${folder}/`, prefix, script: `${toRoot}${script}` })
  const files = readdirSync(builtConsole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html')
    .map((entry) => join(entry.parentPath, entry.name))

  return [
    {
      fileName: `${folder}/index.html`,
      source: base.startsWith('.') ? page.replace(/<base [^>]*>/, () => setBase) : page,
    },
    ...files.map((path) => ({
      fileName: `${folder}${path.slice(builtConsole.length).replaceAll('\\', '/')}`,
      source: readFileSync(path),
    })),
  ]
}

/** Serves the console's page for the addresses of its views, which are not files. */
export function showBuiltConsole(base: string): Connect.NextHandleFunction {
  const prefix = `${base}${folder}`

  return (request, _response, next) => {
    const path = pathOf(request)

    if (`${path}/`.startsWith(`${prefix}/`) && !/\.\w+$/.test(path)) request.url = `${prefix}/index.html`
    next()
  }
}

/** Served as it is: if Vite discovered it only when the page is open, it would reload the page. */
export const panelModule = 'entity-sandbox/panel'

/** What a dev server adds to a page for the panel, unless the options say that there is none; builds have no server. */
export function panelTags(
  { server }: IndexHtmlTransformContext,
  { panel = true, path = '/' }: EntitySandboxOptions,
  console: string,
): HtmlTagDescriptor[] {
  if (!server || !panel) return []

  const attrs = { url: pathPrefix(path) || '/', console, always: panel === 'always' }

  return [
    { tag: 'entity-sandbox-panel', attrs, injectTo: 'body' },
    { tag: 'script', attrs: { type: 'module' }, children: `import '${panelModule}'`, injectTo: 'body' },
  ]
}

/** Prints where the console is, and the tokens, below the addresses that Vite prints. */
export function announce(
  server: ViteDevServer | PreviewServer,
  consoleBase: string,
  { auth, controlToken }: { auth?: EntitySandboxOptions['auth']; controlToken?: string | undefined },
): void {
  const print = server.printUrls.bind(server)

  server.printUrls = () => {
    print()

    const { local = [], network = [] } = server.resolvedUrls ?? {}
    const token = controlToken === undefined ? '' : `?control=${encodeURIComponent(controlToken)}`
    const tokens = builtInUsers.map(({ name }) => `sandbox-${name}`).join(', ')

    for (const url of [...local, ...network]) {
      server.config.logger.info(`  ➜  Sandbox: ${new URL(consoleBase, url).href}${token}`)
    }
    server.config.logger.info(`     Tokens: ${tokens}; ${withoutToken({ auth })}`)
  }
}

/** Serves the console at `location.base`, with a policy to the clients that it admits. */
export function serveConsole(
  location: ConsoleLocation & { readonly base: string },
  policy?: AccessPolicy,
): Connect.NextHandleFunction {
  const files = consoleFiles(location)
  const path = location.base.slice(0, -1)

  return (request, response, next) => {
    if (!`${pathOf(request)}/`.startsWith(location.base)) return next()
    // Without a server there is nothing to admit to, but pages of other origins could have it clicked.
    if (!policy) response.setHeader('Content-Security-Policy', "frame-ancestors 'self'")
    else if (!preparePageResponse({ policy }, request, response)) return undefined
    if (!files) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('The console is not built: run "npm run build" in the folder of entity-sandbox.')

      return
    }
    request.url = request.url?.slice(path.length).replace(/^(?!\/)/, '/') ?? '/'
    files(request, response, next)
  }
}
