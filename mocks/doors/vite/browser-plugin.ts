import type { EnvironmentModuleNode, Plugin, ResolvedConfig, ViteDevServer } from 'vite'
import { consolePath, pathPrefix } from '../../service/http/access/address.ts'
import {
  announce,
  consoleInBuild,
  panelModule,
  panelTags,
  showBuiltConsole,
  toRoot,
  serveConsole,
} from './built-console.ts'
import type { EntitySandboxOptions } from './read-options.ts'
import { filesOf, handlersFile, isInSources, readOptions, dataIn, writeTypes } from './read-options.ts'
import { serveWorker, withoutWorker, workerFile, workerScript } from './worker-script.ts'

/** The modules that start the sandbox in the application's page and in the console's. */
const moduleId = 'virtual:entity-sandbox'
const consoleModule = `${moduleId}/console`
const moduleIds = [moduleId, consoleModule]

/** In the form that tells other plugins that it is no file. */
const resolvedId = (id: string) => `\0${id}`

const scriptTag = {
  tag: 'script',
  attrs: { type: 'module' },
  children: `import ${JSON.stringify(moduleId)}`,
  injectTo: 'head-prepend',
} as const

/** Handles requests in the page, with a script before the application's that starts the sandbox. */
export function browserPlugin(options: EntitySandboxOptions): Plugin {
  let config: ResolvedConfig | undefined
  /** Rollup's reference to the script of the console, if the build contains it. */
  let consoleScript: string | undefined
  const consoleBase = () => `${config?.base ?? '/'}${consolePath.slice(1)}/`
  const prefix = pathPrefix(options.path ?? '')
  const script = (root: string) => (options.transport === 'worker' ? workerScript(root) : withoutWorker)
  /** The last update of the types; the next one starts after it. */
  let typesUpdate = Promise.resolve()
  const updateTypes = (resolved: ResolvedConfig) => {
    typesUpdate = typesUpdate.then(() => writeTypes(resolved, options, () => dataIn(resolved, options)))
  }

  return {
    name: 'entity-sandbox',
    apply: (_, { command, isPreview }) => (command === 'serve' && !isPreview ? true : options.build === true),
    config: () => ({
      // If Vite discovered these only when the page is open, it would reload the page.
      optimizeDeps: {
        exclude: [panelModule],
        include: ['entity-sandbox/browser', ...(options.transport === 'worker' ? ['msw/browser'] : [])],
      },
    }),
    configResolved(resolved) {
      config = resolved
    },
    configureServer(server) {
      if (!config) return

      const { base, root } = config

      server.watcher.add(filesOf(config, options))
      updateTypes(config)
      const start = `${base}@id/__x00__${consoleModule}`

      server.middlewares.use(serveWorker(config, script(root)))
      server.middlewares.use(serveConsole({ base: consoleBase(), prefix, script: start }))
      announce(server, consoleBase(), { auth: options.auth })
    },
    configurePreviewServer({ middlewares }) {
      if (config) middlewares.use(showBuiltConsole(config.base))
    },
    // Files may be added to a folder and removed from it, so the modules that contain them do not import them.
    hotUpdate({ file, modules, server }) {
      if (!config || this.environment.name !== 'client') return undefined
      if (!isInSources(file, filesOf(config, options))) return undefined
      updateTypes(config)

      return [...new Set([...modules, ...ownModules(server)])]
    },
    resolveId: (id) => (moduleIds.includes(id) ? resolvedId(id) : undefined),
    async load(id) {
      const requested = moduleIds.find((name) => id === resolvedId(name))

      if (requested === undefined || !config) return undefined
      // The dev server resolves watched files like imports, and so would reject folders.
      if (config.command === 'build') for (const file of filesOf(config, options)) this.addWatchFile(file)

      return moduleText(config, options, requested === consoleModule)
    },
    buildStart() {
      if (config?.command !== 'build' || config.build.ssr) return

      consoleScript = this.emitFile({ type: 'chunk', id: consoleModule, name: 'sandbox' })
    },
    generateBundle() {
      if (!config || consoleScript === undefined) return

      const { base, root } = config
      const files = consoleInBuild({ base, prefix, script: this.getFileName(consoleScript) })

      if (options.transport === 'worker') files.push({ fileName: workerFile, source: workerScript(root) })
      for (const { fileName, source } of files) this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (_, context) => [scriptTag, ...panelTags(context, options, consoleBase())],
    },
  }
}

/** The modules of a dev server that contain the definitions and data. */
function ownModules({ environments }: ViteDevServer): EnvironmentModuleNode[] {
  const { moduleGraph } = environments.client

  return moduleIds.flatMap((id) => moduleGraph.getModuleById(resolvedId(id)) ?? [])
}

async function moduleText(
  config: ResolvedConfig,
  options: EntitySandboxOptions,
  isConsole: boolean,
): Promise<string> {
  const { transport, persist, path } = options
  const isRelative = config.base.startsWith('.') && isConsole

  const start = {
    ...(await readOptions(config, options)),
    transport,
    persist,
    baseUrl: path === undefined ? undefined : pathPrefix(path) || '/',
    workerUrl: `${isRelative ? toRoot : config.base}${workerFile}`,
  }

  return isConsole ? startModule(start) : pageModule(start, handlersFile(config, options))
}

/** Requests wait until the sandbox is ready, so the application's script does not have to. */
function startModule(options: object, handlers = ''): string {
  return `import { startSandbox } from 'entity-sandbox/browser'

const starting = startSandbox({ ...${JSON.stringify(options)}${handlers} }).catch((error) => console.error(error))
`
}

/** In the application's page, edited options replace the sandbox; edited handlers do not affect its data. */
function pageModule(options: object, handlers: string | undefined): string {
  const file = JSON.stringify(handlers)
  const replaceable = `import.meta.hot?.accept()
import.meta.hot?.dispose(() => starting.then((sandbox) => sandbox?.close()))
`

  if (handlers === undefined) return startModule(options) + replaceable

  return `import { handlers } from ${file}
${startModule(options, ', handlers')}${replaceable}import.meta.hot?.accept(${file}, (edited) => {
  if (edited) starting.then((sandbox) => sandbox?.replaceHandlers(edited.handlers))
})
`
}
