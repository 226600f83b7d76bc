import { resolve } from 'node:path'
import { type Connect, normalizePath, type Plugin, type ViteDevServer } from 'vite'
import { root } from '../command.ts'
import type { openService, SourceService } from './source-service.ts'

const entry = normalizePath(resolve(import.meta.dirname, 'source-service.ts'))

/** The sources of the service. */
const source = normalizePath(resolve(root, 'mocks/'))

/** The exports of that module, once it is loaded. */
interface Loaded {
  readonly openService: typeof openService
}

/** Holds the data of `npm run dev` from one start to the next. */
const folder = resolve(root, '.sandbox')

/**
 * Handles the console's requests in the dev server, from the source of the service. An edit in `mocks` loads it
 * again and leaves the data alone; while what is edited can't be loaded, the service before it goes on.
 */
export function sandboxFromSource(): Plugin {
  let service: SourceService | undefined
  let failure: Error | undefined
  let loading = Promise.resolve()
  let isWaiting = false

  const load = async (server: ViteDevServer): Promise<void> => {
    try {
      const { openService } = (await server.ssrLoadModule(entry)) as Loaded // the module of that name

      await service?.close()
      service = undefined
      service = await openService(folder)
      failure = undefined
      server.config.logger.info('The sandbox runs as its source is now.', { timestamp: true })
      server.environments.client.hot.send({ type: 'full-reload' })
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      server.ssrFixStacktrace(failure)
      server.config.logger.error(`The sandbox was not loaded: ${failure.stack}`, { timestamp: true })
    }
  }

  /** One after the other, since two can't hold the folder; what waits is loaded once, however much was edited. */
  const reload = (server: ViteDevServer): Promise<void> => {
    if (isWaiting) return loading

    isWaiting = true
    loading = loading.then(() => {
      isWaiting = false

      return load(server)
    })

    return loading
  }

  const handle: Connect.NextHandleFunction = (request, response, next) => {
    void loading.then(() => {
      if (service?.owns(request)) service.handle(request, response)
      else next(service === undefined ? failure : undefined)
    })
  }

  return {
    name: 'sandbox-from-source',
    apply: (_, { command, mode, isPreview }) =>
      command === 'serve' && mode === 'development' && isPreview !== true,
    configureServer(server) {
      // As a folder: files watched one by one are lost when git replaces them.
      server.watcher.add(source)
      // A server that Vite replaces by another has closed the folder when that one begins to listen.
      server.httpServer?.once('listening', () => void reload(server))
      server.httpServer?.once('close', () => void service?.close())
      // In front of everything of Vite, which would handle preflights and add headers.
      server.middlewares.stack.unshift({ route: '', handle })
    },
    async hotUpdate({ type, file, modules, server }) {
      // Git replaces a file by deleting and creating it, and Vite goes on with what it had loaded.
      const isReplaced = type === 'create' && file.startsWith(source)

      if (this.environment.name !== 'ssr' || (modules.length === 0 && !isReplaced)) return undefined
      if (isReplaced) this.environment.moduleGraph.invalidateAll()
      if (type !== 'delete') await reload(server)

      return []
    },
  }
}
