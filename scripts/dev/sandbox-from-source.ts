import { resolve } from 'node:path'
import { type Connect, normalizePath, type Plugin, type ViteDevServer } from 'vite'
import { root } from '../command.ts'
import type { openService, SourceService } from './source-service.ts'

const entry = normalizePath(resolve(import.meta.dirname, 'source-service.ts'))

/** The sources of the service. */
const source = normalizePath(resolve(root, 'mocks/'))

/** The exports of source-service.ts. */
interface SourceModule {
  readonly openService: typeof openService
}

/** Stores the data of `npm run dev` between its starts. */
const folder = resolve(root, '.sandbox')

/**
 * Handles the console's requests in the dev server with the service from its source. An edit in `mocks` reloads it and
 * keeps the data; if the edited modules can't be loaded, the previous service continues; if the folder can't be opened,
 * requests fail with the reason.
 */
export function sandboxFromSource(): Plugin {
  let service: SourceService | undefined
  let failure: Error | undefined
  let loading = Promise.resolve()
  let isWaiting = false

  const load = async (server: ViteDevServer): Promise<void> => {
    try {
      const { openService } = (await server.ssrLoadModule(entry)) as SourceModule // the module with that path

      await service?.close()
      service = undefined
      service = await openService(folder)
      failure = undefined
      server.config.logger.info('The sandbox was loaded from its current source.', { timestamp: true })
      server.environments.client.hot.send({ type: 'full-reload' })
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      server.ssrFixStacktrace(failure)
      server.config.logger.error(`The sandbox was not loaded: ${failure.stack}`, { timestamp: true })
    }
  }

  /** Loads one after the other, since only one can open the folder. Any number of edits meanwhile lead to one more load. */
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
      if (service?.isServiceRequest(request)) service.handle(request, response)
      else next(service === undefined ? failure : undefined)
    })
  }

  return {
    name: 'sandbox-from-source',
    apply: (_, { command, mode, isPreview }) =>
      command === 'serve' && mode === 'development' && isPreview !== true,
    configureServer(server) {
      // The whole folder: files that are watched one by one are lost when git replaces them.
      server.watcher.add(source)
      // When Vite replaces its server, the old one has closed the folder before the new one listens.
      server.httpServer?.once('listening', () => void reload(server))
      server.httpServer?.once('close', () => void service?.close())
      // Before Vite's middlewares, which would handle preflights and add headers.
      server.middlewares.stack.unshift({ route: '', handle })
    },
    async hotUpdate({ type, file, modules, server }) {
      // Git replaces a file by deleting and creating it, after which Vite would use the old module.
      const isReplaced = type === 'create' && file.startsWith(source)

      if (this.environment.name !== 'ssr' || (modules.length === 0 && !isReplaced)) return undefined
      if (isReplaced) this.environment.moduleGraph.invalidateAll()
      if (type !== 'delete') await reload(server)

      return []
    },
  }
}
