import type { Plugin, PreviewServer, ResolvedConfig, ViteDevServer } from 'vite'
import type { EntitySandboxOptions } from './options.ts'
import { readOptions } from './read-options.ts'
import { serveWorker, withoutWorker, workerFile, workerScript } from './worker-script.ts'

/** The module that starts the sandbox in the page. */
const moduleId = 'virtual:entity-sandbox'
const resolvedId = `\0${moduleId}`

/** Answers in the page: puts a script in front of the application's own that starts the sandbox. */
export function browserPlugin(options: EntitySandboxOptions): Plugin {
  let config: ResolvedConfig | undefined
  const script = (root: string) => (options.transport === 'worker' ? workerScript(root) : withoutWorker)
  const install = ({ middlewares }: ViteDevServer | PreviewServer) => {
    if (config) middlewares.use(serveWorker(config, script(config.root)))
  }

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
    configureServer: install,
    configurePreviewServer: install,
    resolveId: (id) => (id === moduleId ? resolvedId : undefined),
    async load(id) {
      if (id !== resolvedId || !config) return undefined

      return startingModule({
        ...(await readOptions(config, options)),
        transport: options.transport,
        persist: options.persist,
        baseUrl: options.path,
        workerUrl: `${config.base}${workerFile}`,
      })
    },
    generateBundle() {
      if (options.transport !== 'worker' || !config) return

      this.emitFile({ type: 'asset', fileName: workerFile, source: script(config.root) })
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

/** Requests wait from the moment that it is called, so nothing else has to wait for it. */
function startingModule(options: object): string {
  return `import { startSandbox } from 'entity-sandbox/browser'

const starting = startSandbox(${JSON.stringify(options)})

starting.catch((error) => console.error(error))
import.meta.hot?.accept()
import.meta.hot?.dispose(() => starting.then((sandbox) => sandbox.stop()))
`
}
