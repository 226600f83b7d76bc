import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sirv from 'sirv'
import { withoutCookies } from '../../scripts/bundled-msw.ts'

const root = resolve(import.meta.dirname, '../..')
const workerScript = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')

/** A built application on a static file server. */
export interface AppServer extends AsyncDisposable {
  readonly url: string
  /** Requests that reached the network: the server has no such files, so the sandbox should have handled them. */
  readonly escaped: string[]
}

/** Builds the application in `e2e/apps/{name}` for a base path, in chunks or as one file. */
export async function buildApp(
  name: string,
  base: string,
  mode: string,
  codeSplitting = true,
): Promise<string> {
  const { build } = await import('vite')
  const outDir = await mkdtemp(join(tmpdir(), 'entity-sandbox-app-'))

  await build({
    root: resolve(root, 'e2e/apps', name),
    configFile: false,
    logLevel: 'error',
    base,
    mode,
    // As in the package; how msw matches URLs is needed by handlers of the application.
    plugins: [withoutCookies()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      minify: mode === 'production',
      rolldownOptions: { output: { codeSplitting } },
    },
  })

  return outDir
}

/** Builds an application, and serves it until it is disposed. */
export async function buildAndServe(
  name: string,
  base: string,
  mode: string,
  codeSplitting?: boolean,
): Promise<AppServer> {
  const folder = await buildApp(name, base, mode, codeSplitting)
  const app = await serveApp(folder, base === './' ? '/' : base)

  return {
    ...app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

export async function serveApp(folder: string, base = '/'): Promise<AppServer> {
  const files = sirv(folder, { dev: true })
  const worker = sirv(resolve(workerScript, '..'), { dev: true })
  const escaped: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'

    if (!path.startsWith(base)) {
      escaped.push(`${request.method} ${path}`)
      response.writeHead(404).end()
      return
    }
    request.url = path.slice(base.length - 1)

    const serve = request.url === '/mockServiceWorker.js' ? worker : files

    serve(request, response, () => {
      escaped.push(`${request.method} ${path}`)
      response.writeHead(404).end()
    })
  })

  await new Promise<void>((done) => server.listen(0, done))

  const { port } = server.address() as AddressInfo // a server on a port

  return {
    url: `http://127.0.0.1:${port}${base}`,
    escaped,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
