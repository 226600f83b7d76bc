import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { sandboxFromSource } from './scripts/dev/sandbox-from-source.ts'
import { isDeep } from './mocks/testing/scale.ts'

const root = import.meta.dirname

const collections = resolve(root, 'mocks/local/collections')
const library = resolve(root, 'node_modules/@msw/data')

/** The URL of a running sandbox that `npm run dev` uses instead of starting one. */
const url = process.env['SANDBOX_URL']

/**
 * Most functions run a few times only: Node 20 takes longer to optimise them than it saves. Later versions of Node wait
 * longer by themselves, and do not know the option.
 */
const laterOptimisation = process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : []

/** The console (`vite`, `vite build`) and the unit tests (`vitest`). The package itself is built by scripts/build.ts. */
export default defineConfig({
  root: resolve(root, 'web'),
  // Relative, so that one build can be served at any path, which `<base>` in index.html states.
  base: './',
  plugins: [react(), tailwindcss(), ...(url === undefined ? [sandboxFromSource()] : [])],
  server: url === undefined ? {} : { proxy: proxyTo(url) },
  build: {
    outDir: resolve(root, 'dist/console'),
    emptyOutDir: true,
  },
  test: {
    root,
    reporters: [
      ['default', { summary: false }],
      ['json', { outputFile: resolve(root, 'test-results/vitest.json') }],
    ],
    // Long enough for a busy machine with two cores.
    testTimeout: isDeep ? 120_000 : 15_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: '100%',
    // Most objects of a test die with it: with more room they are collected a third as often, and fewer are copied.
    execArgv: ['--max-semi-space-size=64', ...laterOptimisation],
    // Test files of a worker share its modules: loading these again for each file would take as long as the tests.
    isolate: false,
    // Vitest itself would load packages with a folder `es` in their path, which may be a parent folder of the clone.
    server: { deps: { external: [/\/node_modules\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          root,
          environment: 'node',
          setupFiles: 'scripts/fail-on-console-error.ts',
          include: ['mocks/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        extends: true,
        plugins: [libraryOverCollections()],
        test: {
          name: 'library',
          root,
          environment: 'node',
          globals: true,
          setupFiles: `${collections}/testing/library-tests.ts`,
          include: ['node_modules/@msw/data/tests/**/*.test.ts'],
          exclude: [
            '**/*.browser.test.ts',
            '**/tests/{relations,regressions}/**',
            '**/tests/{update,update-many,delete,delete-many,clear}.test.ts',
          ],
          server: { deps: { inline: [/@msw\/data/], external: [] } },
        },
      },
    ],
  },
})

/** Runs the tests of `@msw/data` over our collections: only they get another class, so that there is one `Query`. */
function libraryOverCollections(): Plugin {
  return {
    name: 'library-over-collections',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === '@msw/data') return `${library}/src/index.ts`
      if (!source.startsWith('#/src/')) return undefined
      if (/^#\/src\/(collection|index)\.js$/.test(source) && importer.startsWith(`${library}/tests/`))
        return `${collections}/testing/schema-collection.ts`

      return library + source.slice(1).replace(/\.js$/, '.ts')
    },
  }
}

function proxyTo(target: string): Record<string, string> {
  return Object.fromEntries(['/api', '/oauth', '/s/', '/__sandbox'].map((path) => [path, target]))
}
