/** Builds the playground into dist/playground: the console with a sandbox in its page, for any static file server. */
import { resolve } from 'node:path'
import { type Plugin, build, normalizePath } from 'vite'
import { withoutCookies } from './bundled-msw.ts'
import { root } from './command.ts'
import { prebuiltSeed } from './prebuilt-seed.ts'

const entry = 'virtual:playground'
// Vite's module ids contain slashes on every system.
const main = normalizePath(resolve(root, 'web/main.tsx'))
const sandbox = normalizePath(resolve(root, 'mocks/doors/browser/index.ts'))

/** Sets the base to the folder of the page, wherever it is served. */
const setBase = `document.head.append(Object.assign(document.createElement('base'), { href: new URL('.', location.href).pathname }))`

await build({
  configFile: resolve(root, 'vite.config.ts'),
  base: './',
  plugins: [playground(), prebuiltSeed(), withoutCookies()],
  build: { outDir: resolve(root, 'dist/playground'), emptyOutDir: true },
})

/** Starts the sandbox before the console, whose requests it handles. */
function playground(): Plugin {
  return {
    name: 'playground',
    // Before Vite's own resolution, which reads package.json.
    enforce: 'pre',
    resolveId: (id) => {
      if (id === entry) return `\0${entry}`

      // package.json declares that modules have no side effects; this one renders the console.
      return id === main ? { id, moduleSideEffects: true } : undefined
    },
    load: (id) =>
      id === `\0${entry}`
        ? `import { startSandbox } from ${JSON.stringify(sandbox)}

// Not awaited: the console imports chunks that contain this module, so each would wait for the other.
void startSandbox().then(() => import(${JSON.stringify(main)}))
`
        : undefined,
    transformIndexHtml: {
      order: 'pre',
      handler: (page) =>
        page
          .replace(/<base href="[^"]*" ?\/?>/, `<script>${setBase}</script>`)
          .replace('name="sandbox-pages" content="path"', 'name="sandbox-pages" content="hash"')
          .replace('src="./main.tsx"', `src="${entry}"`),
    },
  }
}
