import type { Plugin, ResolvedConfig } from 'vite'
import { buildSandbox } from '../build-sandbox.ts'
import { consolePath, pathPrefix } from '../http/access/address.ts'
import { consoleInBuild, showBuiltConsole, toRoot } from './built-console.ts'
import { serveConsole } from './console.ts'
import type { EntitySandboxOptions } from './options.ts'
import { filesOf, handlersFile, readOptions } from './read-options.ts'
import { writeTypes } from './write-types.ts'
import { serveWorker, withoutWorker, workerFile, workerScript } from './worker-script.ts'

/** The modules that start the sandbox in the application's page and in the console's. */
const moduleId = 'virtual:entity-sandbox'
const consoleModule = `${moduleId}/console`
const moduleIds = [moduleId, consoleModule]

/** Handles requests in the page, with a script before the application's that starts the sandbox. */
export function browserPlugin(options: EntitySandboxOptions): Plugin {
  let config: ResolvedConfig | undefined
  /** Rollup's reference to the script of the console, if the build contains it. */
  let consoleScript: string | undefined
  const prefix = pathPrefix(options.path ?? '')
  const script = (root: string) => (options.transport === 'worker' ? workerScript(root) : withoutWorker)

  return {
    name: 'entity-sandbox',
    apply: (_, { command, isPreview }) => (command === 'serve' && !isPreview ? true : options.build === true),
    config: () => ({
      // If Vite discovered these only when the page is open, it would reload the page.
      optimizeDeps: {
        include: ['entity-sandbox/browser', ...(options.transport === 'worker' ? ['msw/browser'] : [])],
      },
    }),
    configResolved(resolved) {
      config = resolved
    },
    configureServer({ middlewares }) {
      if (!config) return

      const { base, root } = config

      void writeTypes(config, options, definitionsOf(config, options))
      middlewares.use(serveWorker(config, script(root)))
      middlewares.use(
        serveConsole({
          base: `${base}${consolePath.slice(1)}/`,
          prefix,
          script: `${base}@id/__x00__${consoleModule}`,
        }),
      )
    },
    configurePreviewServer({ middlewares }) {
      if (config) middlewares.use(showBuiltConsole(config.base))
    },
    resolveId: (id) => (moduleIds.includes(id) ? `\0${id}` : undefined),
    async load(id) {
      const requested = moduleIds.find((name) => id === `\0${name}`)

      if (requested === undefined || !config) return undefined
      for (const file of filesOf(config, options)) this.addWatchFile(file)

      const { transport, persist, path } = options
      const baseUrl = path === undefined ? undefined : prefix || '/'
      const isRelative = config.base.startsWith('.') && requested === consoleModule
      const workerUrl = `${isRelative ? toRoot : config.base}${workerFile}`
      const start = { ...(await readOptions(config, options)), transport, persist, baseUrl, workerUrl }

      return requested === moduleId ? pageModule(start, handlersFile(config, options)) : startModule(start)
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
      handler: () => [
        {
          tag: 'script',
          attrs: { type: 'module' },
          children: `import ${JSON.stringify(moduleId)}`,
          injectTo: 'head-prepend',
        },
      ],
    },
  }
}

const definitionsOf = (config: ResolvedConfig, options: EntitySandboxOptions) => async () =>
  (await buildSandbox({ ...(await readOptions(config, options)), entities: 0 })).data

/** Requests wait until the sandbox is ready, so the application's script does not have to. */
function startModule(options: object, handlers = ''): string {
  return `import { startSandbox } from 'entity-sandbox/browser'

const starting = startSandbox({ ...${JSON.stringify(options)}${handlers} })

starting.catch((error) => console.error(error))
`
}

/** In the application's page, edited options replace the sandbox; edited handlers do not affect its data. */
function pageModule(options: object, handlers: string | undefined): string {
  const file = JSON.stringify(handlers)
  const replaceable = `import.meta.hot?.accept()
import.meta.hot?.dispose(() => starting.then((sandbox) => sandbox.close()))
`

  if (handlers === undefined) return startModule(options) + replaceable

  return `import { handlers } from ${file}
${startModule(options, ', handlers')}${replaceable}import.meta.hot?.accept(${file}, (edited) => {
  if (edited) starting.then((sandbox) => sandbox.replaceHandlers(edited.handlers))
})
`
}
