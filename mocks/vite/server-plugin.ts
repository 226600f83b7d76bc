import { resolve, sep } from 'node:path'
import type { MswHandler } from '../http/msw/msw-handler.ts'
import type { Connect, Plugin, PreviewServer, ResolvedConfig, ViteDevServer } from 'vite'
import { createSandbox } from '../create-sandbox.ts'
import { createService } from '../create-service.ts'
import { consolePath, isServicePath } from '../http/access/address.ts'
import { inFront } from '../http/msw/user-handlers.ts'
import { AccessPolicy } from '../http/access/access-policy.ts'
import type { Service } from '../http/service.ts'
import { handleRequest } from '../node/respond.ts'
import { pathOf } from '../node/exchange.ts'
import { serveConsole } from './console.ts'
import { filesOf, handlersFile, readOptions } from './read-options.ts'
import type { EntitySandboxOptions } from './options.ts'
import { writeTypes } from './write-types.ts'
import { serveWorker, withoutWorker } from './worker-script.ts'

/**
 * Services by their options. When its configuration is edited, Vite restarts its server and creates its plugins again;
 * this preserves changes of the data.
 */
const services = new Map<string, Promise<Service>>()

/** Handles requests in the dev server and in the preview server. */
export function serverPlugin(options: EntitySandboxOptions): Plugin {
  const prefix = (options.path ?? '').replace(/(?<!\/)\/+$/, '')
  let config: ResolvedConfig | undefined
  const install = (
    { middlewares }: ViteDevServer | PreviewServer,
    load: Load,
    allowedHosts: true | readonly string[] = [],
  ) => {
    if (!config) return

    const file = handlersFile(config, options)
    const userHandlers = () => (file === undefined ? undefined : load(file).then(({ handlers }) => handlers))
    const policy = new AccessPolicy({
      hosts: allowedHosts === true ? 'any' : allowedHosts,
      origins: [],
    })

    // Before all of Vite's middleware, which would handle preflight requests and add headers.
    middlewares.stack.unshift({
      route: '',
      handle: handleByService(config, options, { prefix, policy, userHandlers }),
    })
    middlewares.use(serveConsole({ base: `${prefix}${consolePath}/`, prefix }))
    middlewares.use(serveWorker(config, withoutWorker))
  }

  return {
    name: 'entity-sandbox',
    configResolved(resolved) {
      config = resolved
    },
    configureServer(server) {
      if (config) restartWith(server, filesOf(config, options))
      if (config) void writeTypes(config, options, dataOf(config, options))
      // Vite reloads edited modules.
      install(
        server,
        (file) => server.ssrLoadModule(file) as Promise<Module>, // Vite returns any
        server.config.server.allowedHosts,
      )
    },
    configurePreviewServer(server) {
      install(server, loadOnce(), server.config.preview.allowedHosts)
    },
  }
}

/** The exports of a file with handlers; msw checks them. */
interface Module {
  readonly handlers: readonly MswHandler[]
}
type Load = (file: string) => Promise<Module>

interface DoorSettings {
  readonly prefix: string
  readonly policy: AccessPolicy
  /** Loads the application's own handlers; undefined if it has none. */
  readonly userHandlers: () => Promise<readonly MswHandler[]> | undefined
}

/** Loads a module of the application in the preview server, where Vite only serves files. */
function loadOnce(): Load {
  let loading: Promise<Module> | undefined

  return (file) =>
    (loading ??= import('jiti').then(({ createJiti }) => createJiti(import.meta.url).import<Module>(file)))
}

function handleByService(
  config: ResolvedConfig,
  options: EntitySandboxOptions,
  { prefix, policy, userHandlers }: DoorSettings,
): Connect.NextHandleFunction {
  const starting = openService(config, options)

  // The first request reports the error.
  starting.catch(() => {})

  return (request, response, next) => {
    const path = pathOf(request)
    const isConsole = `${path}/`.startsWith(`${prefix}${consolePath}/`)

    if (!path.startsWith(prefix) || !isServicePath(path.slice(prefix.length)) || isConsole) return next()

    Promise.all([starting, userHandlers()]).then(([service, handlers]) => {
      request.url = request.url?.slice(prefix.length) ?? '/'
      handleRequest({ service, policy, prefix, userHandlers: inFront(handlers ?? []) }, request, response)
    }, next)
  }
}

const dataOf = (config: ResolvedConfig, options: EntitySandboxOptions) => async () =>
  (await openService(config, options)).sandboxes.default.data

async function openService(config: ResolvedConfig, options: EntitySandboxOptions): Promise<Service> {
  const sandboxOptions = await readOptions(config, options)
  const key = JSON.stringify([config.root, sandboxOptions])
  const service = services.get(key) ?? createSandbox(sandboxOptions).then((sandbox) => createService(sandbox))

  services.set(key, service)
  service.catch(() => services.delete(key))

  return service
}

/** Restarts the server when one of the files, or a file in one of the folders, changes, as Vite does for its configuration. */
function restartWith(server: ViteDevServer, sources: readonly string[]): void {
  if (sources.length === 0) return

  server.watcher.add([...sources])
  server.watcher.on('change', (path) => {
    const changed = resolve(path)

    if (sources.some((source) => changed === source || changed.startsWith(source + sep)))
      void server.restart()
  })
}
