import type { Connect, Plugin, PreviewServer, ResolvedConfig, ViteDevServer } from 'vite'
import { createSandbox } from '../create-sandbox.ts'
import { createService } from '../create-service.ts'
import { Safety } from '../http/safety.ts'
import type { Service } from '../http/service.ts'
import { answer } from '../node/answer.ts'
import { pathOf } from '../node/exchange.ts'
import { consolePath, serveConsole } from './console.ts'
import { readOptions } from './read-options.ts'
import type { EntitySandboxOptions } from './options.ts'
import { serveWorker, withoutWorker } from './worker-script.ts'

/**
 * Services by their options. Vite starts its server anew, plugins and all, when its configuration is edited; what a
 * developer has changed in the data should still be there.
 */
const services = new Map<string, Promise<Service>>()

/** Answers from the dev server and from the preview server. */
export function serverPlugin(options: EntitySandboxOptions): Plugin {
  let config: ResolvedConfig | undefined
  const install = ({ middlewares }: ViteDevServer | PreviewServer) => {
    if (config) middlewares.use(middleware(config, options))
  }

  return {
    name: 'entity-sandbox',
    configResolved(resolved) {
      config = resolved
    },
    configureServer: install,
    configurePreviewServer: install,
  }
}

function middleware(config: ResolvedConfig, options: EntitySandboxOptions): Connect.NextHandleFunction {
  const prefix = (options.path ?? '').replace(/\/+$/, '')
  const showConsole = serveConsole(prefix)
  const endWorker = serveWorker(config, withoutWorker)
  const { allowedHosts } = config.server
  const safety = new Safety({ hosts: allowedHosts === true ? 'any' : allowedHosts, origins: [], cors: 'any' })
  const starting = openService(config, options)

  // Whoever asks first hears of it.
  starting.catch(() => {})

  return (request, response, next) => {
    const path = pathOf(request)

    if (path.startsWith(`${prefix}${consolePath}`)) return showConsole(request, response, next)
    if (!path.startsWith(`${prefix}/`)) return endWorker(request, response, next)

    starting.then((service) => {
      if (!service.owns(path.slice(prefix.length))) return endWorker(request, response, next)

      request.url = request.url?.slice(prefix.length) ?? '/'
      answer({ service, safety, prefix }, request, response)
    }, next)
  }
}

function openService(config: ResolvedConfig, options: EntitySandboxOptions): Promise<Service> {
  const key = JSON.stringify([config.root, options])
  const service =
    services.get(key) ??
    readOptions(config, options).then(async (read) => createService(await createSandbox(read)))

  services.set(key, service)
  // A file that could not be read may have been mended by the next start.
  service.catch(() => services.delete(key))

  return service
}
