import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname

/** The console (`vite`, `vite build`) and the unit tests (`vitest`). The package itself is built by .ci/build.ts. */
export default defineConfig({
  root: resolve(root, 'web'),
  // Relative, so that one build can be served at any path; `<base>` in index.html says which.
  base: './',
  plugins: [react(), tailwindcss()],
  server: {
    // `npm run dev` shows the console of a sandbox started beside it.
    proxy: Object.fromEntries(
      ['/api', '/oauth', '/s/', '/__sandbox'].map((path) => [
        path,
        process.env['SANDBOX_URL'] ?? 'http://127.0.0.1:4010',
      ]),
    ),
  },
  build: {
    outDir: resolve(root, 'dist/console'),
    emptyOutDir: true,
  },
  test: {
    root,
    reporters: ['default', ['json', { outputFile: resolve(root, 'test-results/vitest.json') }]],
    // Generous, for a machine of two cores that is busy with something else.
    testTimeout: 15_000,
    hookTimeout: 30_000,
    maxWorkers: '100%',
    // The files of a worker share its modules: loading them anew for each would take as long as the tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          root,
          environment: 'node',
          setupFiles: '.ci/fail-on-console-error.ts',
          include: ['mocks/**/*.test.ts', 'web/**/*.test.ts', '.ci/**/*.test.ts'],
        },
      },
    ],
  },
})
