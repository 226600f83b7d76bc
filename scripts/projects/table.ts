import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../command.ts'
import { block } from '../docs/blocks.ts'
import { msw3 } from './msw-3.ts'
import type { Project } from './project.ts'

interface TriedProject extends Project {
  readonly commands: readonly string[]
}

/** The releases of Node that the package supports. */
const nodeReleases = ['20', '22', '24']

const fetchImport = "import { createFetchHandler, createSandbox } from 'entity-sandbox/fetch'\n"
const runnerTest = `import { renameAsset } from './rename-asset.js'
${block('docs/testing.md', 'Vitest, Jest, node:test')}`
const renameAsset = readFileSync(join(root, 'examples/vitest/rename-asset.js'), 'utf8')

/** @param port replaces the documentation's 4010; a second server uses the next port */
export function projectsAt(port: number): Readonly<Record<string, TriedProject>> {
  return { ...scripts(port), ...browserProjects(port), ...tests(port), 'msw-3': msw3(port) }
}

function scripts(port: number): Record<string, TriedProject> {
  const at = (code: string) => code.replaceAll('4010', String(port))
  const script = `${at(block('README.md', 'In code', 1))}\nprocess.exit()`
  const withSandbox = `import { createSandbox, listen } from 'entity-sandbox/node'
const testServer = await listen(await createSandbox(), { port: ${port} })\n`

  return {
    script: {
      files: { 'script.mjs': script },
      commands: nodeReleases.flatMap((node) => [
        `npx --yes node@${node} script.mjs`,
        `npx --yes node@${node} node_modules/entity-sandbox/dist/doors/node/bin.js exec -- node --version`,
      ]),
    },
    snippets: {
      packages: ['msw'],
      files: {
        'definitions.mjs': `import { writeFileSync } from 'node:fs'
import { createSandbox } from 'entity-sandbox/node'
const response = await (await createSandbox()).fetch('/api/entitydefinitions')
writeFileSync('my.json', await response.text())`,
        'sandbox.config.ts': block('README.md', 'Point an application at it'),
        'commands/sandbox.config.mjs': `import { defineSandbox } from 'entity-sandbox'\n${block('docs/existing-clients.md', 'Commands and scripts')}`,
        'handlers.js': 'export const mine = []',
        'msw.mjs': block('docs/tutorial.md', 'From msw').replace("'./handlers'", "'./handlers.js'"),
        'fetch.mjs': block('docs/browser.md', 'Next, Hono, Bun, Deno and workers'),
        'client.mjs': `${withSandbox}${at(block('docs/existing-clients.md', 'The typed client', 1))}
${block('docs/existing-clients.md', 'The typed client', 2)}
await testServer.close()`,
        'persist.mjs': `${at(block('docs/sandboxes.md', 'On disk'))}
await server.close()
await close()`,
        'scenario.mjs': block('docs/controls.md', 'Your own scenario'),
        'webhooks.mjs': block('docs/webhooks.md', 'Webhooks and triggers'),
      },
      commands: [
        'node definitions.mjs && npx entity-sandbox exec -- node --version',
        'cd commands && npx entity-sandbox exec -- node --version',
        ...['msw', 'fetch', 'client', 'persist', 'scenario', 'webhooks'].map((name) => `node ${name}.mjs`),
      ],
    },
    typed: {
      packages: ['typescript'],
      files: {
        'a.ts': `import { createSandbox } from 'entity-sandbox/node'
const sandbox = await createSandbox()
${block('docs/testing.md', 'Typed by your definitions')}`,
      },
      commands: [
        'npx entity-sandbox types > entities.d.ts',
        'npx tsc --noEmit --strict --target esnext --module nodenext --lib esnext,dom --types "" a.ts entities.d.ts',
      ],
    },
    bun: {
      packages: ['bun'],
      files: { 'script.mjs': script, 'serve.mjs': served('Bun', port) },
      commands: ['npx bun script.mjs', 'npx bun serve.mjs'],
    },
    deno: {
      packages: ['deno'],
      files: { 'script.mjs': script, 'serve.mjs': served('Deno', port) },
      commands: ['npx deno run -A script.mjs', 'npx deno run -A serve.mjs'],
    },
    hono: {
      packages: ['hono'],
      files: {
        'app.mjs': `import { Hono } from 'hono'
${block('docs/browser.md', 'Next, Hono, Bun, Deno and workers')}
const app = new Hono()
${block('docs/browser.md', 'Hono')}
if ((await app.request('/backend/api/status')).status !== 200) process.exit(1)`,
      },
      commands: ['node app.mjs'],
    },
  }
}

function browserProjects(port: number): Record<string, TriedProject> {
  return {
    vite: {
      packages: ['vite'],
      files: {
        'vite.config.ts': block('docs/browser.md', 'Vite, without a line of code'),
        'index.html': '<!doctype html><title>An application</title>',
        'try.mjs': `import { createServer } from 'vite'
const server = await (await createServer({ server: { port: ${port} } })).listen()
const { status } = await fetch(new URL('/api/status', server.resolvedUrls.local[0]))
process.exit(status === 200 ? 0 : 1)`,
        // A build that includes the sandbox, without msw installed.
        'built.config.ts': `import { entitySandbox } from 'entity-sandbox/vite'
export default { plugins: [entitySandbox({ mode: 'browser', build: true })] }`,
      },
      commands: ['npx vite build', 'npx vite build --config built.config.ts', 'node try.mjs'],
    },
    // Code for an application, run in a page.
    page: {
      packages: ['vite', 'msw', '@playwright/test'],
      files: {
        'index.html': '<!doctype html><title>One line</title><script type="module" src="/main.ts"></script>',
        'handlers.html':
          '<!doctype html><title>Handlers</title><script type="module" src="/handlers.ts"></script>',
        'main.ts': block('docs/browser.md', 'One line in your application'),
        'handlers.ts': `import { startSandbox } from 'entity-sandbox/browser'
${block('docs/browser.md', 'Handlers of your own')}`,
        'playwright.config.ts': `export default {
  timeout: 120_000,
  use: { baseURL: 'http://localhost:${port}' },
  webServer: { command: 'vite --port ${port} --strictPort', url: 'http://localhost:${port}' },
}`,
        'page.spec.ts': `import { expect, test } from '@playwright/test'
const getJson = (page, path) => page.evaluate(async (path) => (await fetch(path)).json(), path)
test('one line', async ({ page }) => {
  await page.goto('/')
  await expect.poll(() => getJson(page, '/api/entities/1000').then(({ id }) => id, () => 0)).toBe(1000)
})
test('handlers', async ({ page }) => {
  await page.goto('/handlers.html')
  await expect.poll(() => getJson(page, '/api/entities/1001').then(({ identifier }) => identifier, () => 0)).toBe('patched')
  expect(await getJson(page, 'https://weather.example/today')).toEqual({ sun: true })
})`,
      },
      commands: ['npx playwright test'],
    },
  }
}

function tests(port: number): Record<string, TriedProject> {
  return {
    vitest: {
      packages: ['vitest', 'msw'],
      files: { 'a.test.js': runnerTest, 'rename-asset.js': renameAsset },
      commands: ['npx vitest run'],
    },
    jest: {
      packages: ['jest', 'msw'],
      files: {
        'a.test.js': runnerTest
          .replace("'vitest'", "'@jest/globals'")
          .replace('entity-sandbox/vitest', 'entity-sandbox/jest'),
        'rename-asset.js': renameAsset,
      },
      commands: ['node --experimental-vm-modules node_modules/jest/bin/jest.js'],
    },
    'jest-jsdom': {
      example: 'jest',
      files: {
        'jest.config.js': block('docs/testing.md', 'Jest'),
        'babel.config.js':
          "module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }",
      },
      commands: ['npx jest --testTimeout 60000'],
    },
    playwright: {
      example: 'playwright',
      files: {
        'assets.spec.ts': block('docs/testing.md', 'Playwright'),
        'readme.spec.ts': block('README.md', 'In code', 2),
      },
      commands: ['npx playwright test'],
    },
    ssr: {
      example: 'ssr',
      files: {
        'playwright.config.ts': block('docs/testing.md', 'An application whose own server calls the API', 1)
          .replaceAll('4010', String(port))
          .replaceAll('3000', String(port + 1))
          .replace('entity-sandbox --quiet', `entity-sandbox --port ${port} --quiet`)
          .replace("command: 'npm start'", `command: 'PORT=${port + 1} node server.js'`),
        'server.js': `import { createServer } from 'node:http'
createServer(async (request, response) => {
  if (request.url === '/') return response.end('ok')
  ${block('docs/testing.md', 'An application whose own server calls the API', 2).replace('/api/entities/7', '/api/entities/identifier${request.url}')}
  response.setHeader('Content-Type', 'text/html')
  response.end(\`<h1>\${(await entity.json()).properties?.Title}</h1>\`)
}).listen(Number(process.env.PORT))`,
      },
      commands: ['npx playwright test'],
    },
    storybook: {
      example: 'storybook',
      files: {
        '.storybook/preview.js': block('docs/testing.md', 'Storybook', 1),
        'collections.stories.jsx': `import { sandboxOf, withMatchers } from 'entity-sandbox/storybook'
import { expect as base } from 'storybook/test'
import { Collections } from './collections.jsx'
const expect = withMatchers(base)
export default { title: 'Collections', component: Collections }
${block('docs/testing.md', 'Storybook', 2)}`,
      },
      commands: ['npx storybook build --quiet'],
    },
    next: {
      example: 'next',
      packages: ['typescript', '@types/node', '@types/react'],
      files: { 'app/backend/[...path]/route.ts': block('docs/browser.md', 'Next') },
      without: ['app/backend/[...path]/route.js'],
      commands: ['npx next build'],
    },
  }
}

/** The documentation's server for a runtime, and a request to it. */
function served(runtime: string, port: number): string {
  const code = block('docs/browser.md', runtime).replaceAll('4010', String(port)).replace('npm:', '')

  return `${code.includes('import ') ? '' : fetchImport}${code}
console.log((await fetch('http://127.0.0.1:${port}/api/status')).status)
globalThis.process.exit()`
}
