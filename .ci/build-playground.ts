/** Builds the playground into dist/playground: the console with the sandbox in its tab, for any plain file server. */
import { resolve } from 'node:path'
import { type Plugin, build, normalizePath } from 'vite'
import { root } from './command.ts'
import { seedSnapshot } from './seed-snapshot.ts'

const entry = 'virtual:playground'
// As Vite names modules on every system.
const main = normalizePath(resolve(root, 'web/main.tsx'))
const sandbox = normalizePath(resolve(root, 'mocks/browser/index.ts'))

/** Wherever it is served, the page is at the root of the console. */
const setBase = `document.head.append(Object.assign(document.createElement('base'), { href: new URL('.', location.href).pathname }))`

await build({
  configFile: resolve(root, 'vite.config.ts'),
  base: './',
  plugins: [playground(), seedSnapshot()],
  build: { outDir: resolve(root, 'dist/playground'), emptyOutDir: true },
})

/** Starts the sandbox before the console, which then finds it where it looks for any server. */
function playground(): Plugin {
  return {
    name: 'playground',
    // Before Vite's own resolution, which asks package.json.
    enforce: 'pre',
    resolveId: (id) => {
      if (id === entry) return `\0${entry}`

      // package.json says that importing a module of the package does nothing; this one shows the console.
      return id === main ? { id, moduleSideEffects: true } : undefined
    },
    load: (id) =>
      id === `\0${entry}`
        ? `import { startSandbox } from ${JSON.stringify(sandbox)}

// Not awaited: the console shares code with this module, and would wait for it in turn.
void startSandbox().then(() => import(${JSON.stringify(main)}))
`
        : undefined,
    transformIndexHtml: {
      order: 'pre',
      handler: (page) =>
        page
          .replace(/<base href="[^"]*" ?\/?>/, `<script>${setBase}</script>`)
          .replace('name="sandbox-views" content="path"', 'name="sandbox-views" content="hash"')
          .replace('src="./main.tsx"', `src="${entry}"`),
    },
  }
}
