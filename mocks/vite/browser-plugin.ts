import type { Plugin, ResolvedConfig } from 'vite'
import { createSandbox } from '../create-sandbox.ts'
import { consolePath } from '../http/access/address.ts'
import { consoleInBuild, showBuiltConsole, toRoot } from './built-console.ts'
import { serveConsole } from './console.ts'
import type { EntitySandboxOptions } from './options.ts'
import { filesOf, handlersFile, readOptions } from './read-options.ts'
import { writeTypes } from './write-types.ts'
import { serveWorker, withoutWorker, workerFile, workerScript } from './worker-script.ts'

/** The module that starts the sandbox in the page, and the same for the page of the console. */
const moduleId = 'virtual:entity-sandbox'
const consoleModule = `${moduleId}/console`
const moduleIds = [moduleId, consoleModule]

/** Handles requests in the page: puts a script in front of the application's own that starts the sandbox. */
export function browserPlugin(options: EntitySandboxOptions): Plugin {
  let config: ResolvedConfig | undefined
  /** Rollup's name for the script of the console in a build that has it. */
  let consoleScript: string | undefined
  const service = (options.path ?? '').replace(/(?<!\/)\/+$/, '')
  const script = (root: string) => (options.transport === 'worker' ? workerScript(root) : withoutWorker)

  return {
    name: 'entity-sandbox',
    apply: (_, { command, isPreview }) => (command === 'serve' && !isPreview ? true : options.build === true),
    config: () => ({
      // Found only when the page is open, they would make Vite reload it.
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
          service,
          script: `${base}@id/__x00__${consoleModule}`,
        }),
      )
    },
    configurePreviewServer({ middlewares }) {
      if (config) middlewares.use(showBuiltConsole(config.base))
    },
    resolveId: (id) => (moduleIds.includes(id) ? `\0${id}` : undefined),
    async load(id) {
      const wanted = moduleIds.find((each) => id === `\0${each}`)

      if (wanted === undefined || !config) return undefined
      for (const file of filesOf(config, options)) this.addWatchFile(file)

      const { transport, persist, path: baseUrl } = options
      const isRelative = config.base.startsWith('.') && wanted === consoleModule
      const workerUrl = `${isRelative ? toRoot : config.base}${workerFile}`
      const start = { ...(await readOptions(config, options)), transport, persist, baseUrl, workerUrl }

      return wanted === moduleId ? moduleOfPage(start, handlersFile(config, options)) : startIn(start)
    },
    buildStart() {
      if (config?.command !== 'build' || config.build.ssr) return

      consoleScript = this.emitFile({ type: 'chunk', id: consoleModule, name: 'sandbox' })
    },
    generateBundle() {
      if (!config || consoleScript === undefined) return

      const { base, root } = config
      const files = consoleInBuild({ base, service, script: this.getFileName(consoleScript) })

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
  (await createSandbox({ ...(await readOptions(config, options)), entities: 0 })).data

/** Requests wait from the moment that it is called, so nothing else has to wait for it. */
function startIn(options: object, more = ''): string {
  return `import { startSandbox } from 'entity-sandbox/browser'

const starting = startSandbox({ ...${JSON.stringify(options)}${more} })

starting.catch((error) => console.error(error))
`
}

/** In the application's page it is replaced when its options are edited. Edited handlers leave the data alone. */
function moduleOfPage(options: object, handlers: string | undefined): string {
  const file = JSON.stringify(handlers)
  const replaceable = `import.meta.hot?.accept()
import.meta.hot?.dispose(() => starting.then((sandbox) => sandbox.close()))
`

  if (handlers === undefined) return startIn(options) + replaceable

  return `import { handlers } from ${file}
${startIn(options, ', handlers')}${replaceable}import.meta.hot?.accept(${file}, (edited) => {
  if (edited) starting.then((sandbox) => sandbox.resetHandlers(...edited.handlers))
})
`
}
