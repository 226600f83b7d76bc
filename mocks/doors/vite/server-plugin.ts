import QuickLRU from 'quick-lru'
import { placed, type UserHandlers } from '../../service/http/msw/msw-handler.ts'
import type { CommonServerOptions, Connect, Plugin, PreviewServer, ResolvedConfig, ViteDevServer } from 'vite'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import { consolePath, isServicePath, pathPrefix } from '../../service/http/access/address.ts'
import { HandlerList, handlersOf } from '../../service/http/msw/handler-list.ts'
import { computedOnce } from '../../data/model/shared/maps.ts'
import { AccessPolicy, tokenFor } from '../../service/http/access/access-policy.ts'
import { warningsTo } from '../../sandbox/journal/verification.ts'
import type { Service } from '../../service/http/service.ts'
import { handleRequest } from '../node/handle-request.ts'
import { pathOf } from '../node/node-messages.ts'
import { redirectToConsole } from '../node/console-files.ts'
import { announce, panelModule, panelTags, serveConsole } from './built-console.ts'
import type { EntitySandboxOptions } from './read-options.ts'
import { filesOf, handlersFile, isInSources, readOptions, writeTypes } from './read-options.ts'
import { serveWorker, withoutWorker } from './worker-script.ts'

/**
 * The last services, by their options. When its configuration is edited, Vite restarts its server and creates its plugins
 * again; this preserves changes of the data.
 */
const services = new QuickLRU<string, Promise<Service>>({ maxSize: 4 })

/** Stays the same when Vite restarts its server. */
const generatedToken = crypto.randomUUID()

/** Handles requests in the dev server and in the preview server. */
export function serverPlugin(options: EntitySandboxOptions): Plugin {
  const prefix = pathPrefix(options.path ?? '')
  const install = (
    server: ViteDevServer | PreviewServer,
    service: Promise<Service>,
    load: Load,
    { host, allowedHosts = [] }: CommonServerOptions,
  ) => {
    const { middlewares, config } = server
    const file = handlersFile(config, options)
    const userHandlers = () => (file === undefined ? undefined : load(file).then(({ handlers }) => handlers))
    // Vite listens on localhost unless told otherwise, and on all addresses with `true`.
    const address = host === true ? '0.0.0.0' : host || 'localhost'
    const { controlToken: given } = options
    const controlToken = tokenFor(address, { given, random: generatedToken })
    const printed = given ? undefined : controlToken
    const policy = new AccessPolicy({
      hosts: allowedHosts === true ? 'any' : [address, ...allowedHosts],
      checksApiHost: allowedHosts !== true && allowedHosts.length > 0,
      origins: [],
      controlToken,
    })

    // Before all of Vite's middleware, which would handle preflight requests and add headers.
    middlewares.stack.unshift({
      route: '',
      handle: handleByService(service, { prefix, policy, userHandlers }),
    })
    middlewares.use(serveConsole({ base: `${prefix}${consolePath}/`, prefix }, policy))
    middlewares.use(serveWorker(config, withoutWorker))
    announce(server, `${prefix}${consolePath}/`, { auth: options.auth, controlToken: printed })
  }

  return {
    name: 'entity-sandbox',
    config: () => ({ optimizeDeps: { exclude: [panelModule] } }),
    transformIndexHtml: {
      order: 'pre',
      handler: (_, context) => panelTags(context, options, `${prefix}${consolePath}/`),
    },
    configureServer(server) {
      const service = openService(server.config, options)

      restartWith(server, filesOf(server.config, options))
      void writeTypes(server.config, options, async () => (await service).sandboxes.default.data)
      // Vite reloads edited modules.
      install(
        server,
        service,
        (file) => server.ssrLoadModule(file) as Promise<Module>, // Vite returns any
        server.config.server,
      )
    },
    configurePreviewServer(server) {
      install(server, openService(server.config, options), loadOnce(), server.config.preview)
    },
  }
}

/** The exports of a file with handlers. */
interface Module {
  readonly handlers: UserHandlers
}
type Load = (file: string) => Promise<Module>

interface DoorSettings {
  readonly prefix: string
  readonly policy: AccessPolicy
  /** Loads the application's own handlers; undefined if it has none. */
  readonly userHandlers: () => Promise<UserHandlers> | undefined
}

/** Loads a module of the application in the preview server, where Vite only serves files. */
function loadOnce(): Load {
  let loading: Promise<Module> | undefined

  return (file) =>
    (loading ??= import('jiti').then(({ createJiti }) => createJiti(import.meta.url).import<Module>(file)))
}

function handleByService(
  starting: Promise<Service>,
  { prefix, policy, userHandlers }: DoorSettings,
): Connect.NextHandleFunction {
  const noHandlers: UserHandlers = []
  const ready = starting.then((service) => {
    const own = handlersOf(service)

    return computedOnce((handlers: UserHandlers) => new HandlerList(placed(handlers, own)))
  })

  // The first request reports the error.
  ready.catch(() => {})

  return (request, response, next) => {
    const path = pathOf(request)
    const isConsole = `${path}/`.startsWith(`${prefix}${consolePath}/`)

    if (!path.startsWith(prefix) || !isServicePath(path.slice(prefix.length)) || isConsole) return next()

    request.url = request.url?.slice(prefix.length) ?? '/'
    if (redirectToConsole(request, response, () => `${prefix}${consolePath}/`)) return

    Promise.all([ready, userHandlers()])
      .then(([listWith, others = noHandlers]) => {
        handleRequest({ policy, prefix, handlers: listWith(others) }, request, response)
      })
      .catch(next)
  }
}

async function openService(config: ResolvedConfig, options: EntitySandboxOptions): Promise<Service> {
  const sandboxOptions = await readOptions(config, options)
  const key = JSON.stringify([config.root, sandboxOptions])
  const service = services.get(key) ?? buildSandbox(sandboxOptions).then((sandbox) => createService(sandbox))

  services.set(key, service)
  service.then(
    (started) => {
      started.onJournaled = warningsTo((text) => config.logger.warn(text))
    },
    () => services.delete(key),
  )

  return service
}

/**
 * Restarts the server when one of the files, or a file in one of the folders, is changed, added or removed, as Vite does
 * for its configuration.
 */
function restartWith(server: ViteDevServer, sources: readonly string[]): void {
  if (sources.length === 0) return

  server.watcher.add([...sources])
  for (const event of ['change', 'add', 'unlink'] as const) {
    server.watcher.on(event, (path) => {
      if (isInSources(path, sources)) void server.restart()
    })
  }
}
