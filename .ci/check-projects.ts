/**
 * Makes a project of each kind from the documentation's own words, as a reader would, with the packed package, and runs
 * it: `tsx .ci/check-projects.ts bun vite`, or all of them.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { launchOptions } from './chromium.ts'
import { command, root } from './command.ts'
import { version } from './package-entries.ts'

interface Project {
  /** An example that it is like, but for the files. */
  readonly like?: string
  /** Packages beside this one. */
  readonly packages?: readonly string[]
  readonly files: Readonly<Record<string, string>>
  /** Files of the example that the documentation has in another form. */
  readonly without?: readonly string[]
  /** What is run, one after the other. */
  readonly run: readonly string[]
}

const tarball = resolve(root, 'test-results', 'package', `entity-sandbox-${version}.tgz`)
const patience = 240
const port = await freePort()

/** A served sandbox that says how it is, and ends. */
const probe = `
console.log((await fetch('http://127.0.0.1:${port}/api/status')).status)
globalThis.process.exit()`

const script = `${block('README.md', 'In code').replaceAll('4010', String(port))}\nprocess.exit()`
const fetchImport = "import { createFetchHandler, createSandbox } from 'entity-sandbox/fetch'\n"
const inNode = `import { afterAll, beforeAll, expect, test } from 'RUNNER'
import { renameAsset } from './rename-asset.js'
${block('docs/testing.md', 'Vitest, Jest, node:test')}`
const renameAsset = readFileSync(join(root, 'examples/vitest/rename-asset.js'), 'utf8')

const projects: Readonly<Record<string, Project>> = {
  script: {
    files: { 'script.mjs': script },
    run: ['20', '22', '24'].map((node) => `npx --yes node@${node} script.mjs`),
  },
  bun: {
    packages: ['bun'],
    files: { 'script.mjs': script, 'serve.mjs': served('Bun') },
    run: ['npx bun script.mjs', 'npx bun serve.mjs'],
  },
  deno: {
    packages: ['deno'],
    files: { 'script.mjs': script, 'serve.mjs': served('Deno') },
    run: ['npx deno run -A script.mjs', 'npx deno run -A serve.mjs'],
  },
  vite: {
    packages: ['vite'],
    files: {
      'vite.config.ts': block('docs/browser.md', 'Vite, without a line of code'),
      'index.html': '<!doctype html><title>An application</title>',
      'try.mjs': `import { createServer } from 'vite'
const server = await (await createServer({ server: { port: ${port} } })).listen()
const { status } = await fetch(new URL('/api/status', server.resolvedUrls.local[0]))
process.exit(status === 200 ? 0 : 1)`,
    },
    run: ['npx vite build', 'node try.mjs'],
  },
  vitest: {
    packages: ['vitest', 'msw'],
    files: { 'a.test.js': inNode.replace('RUNNER', 'vitest'), 'rename-asset.js': renameAsset },
    run: ['npx vitest run'],
  },
  jest: {
    packages: ['jest', 'msw'],
    files: {
      'a.test.js': inNode
        .replace('RUNNER', '@jest/globals')
        .replace('entity-sandbox/vitest', 'entity-sandbox/jest'),
      'rename-asset.js': renameAsset,
    },
    run: ['node --experimental-vm-modules node_modules/jest/bin/jest.js'],
  },
  playwright: {
    like: 'playwright',
    files: {
      'assets.spec.ts': block('docs/testing.md', 'Playwright'),
      'try.config.ts': `import config from './playwright.config'
export default { ...config, use: { ...config.use, launchOptions: ${JSON.stringify(launchOptions())} } }`,
    },
    run: ['npx playwright test -c try.config.ts'],
  },
  storybook: {
    like: 'storybook',
    files: { '.storybook/preview.js': block('docs/testing.md', 'Storybook') },
    run: ['npx storybook build --quiet'],
  },
  next: {
    like: 'next',
    packages: ['typescript', '@types/node', '@types/react'],
    files: { 'app/backend/[...path]/route.ts': block('docs/runtimes.md', 'Next') },
    without: ['app/backend/[...path]/route.js'],
    run: ['npx next build'],
  },
}

const wanted = process.argv.slice(2)
const names = wanted.length === 0 ? Object.keys(projects) : wanted

for (const name of names) {
  const project = projects[name]

  if (!project)
    throw new Error(`There is no project "${name}". There are ${Object.keys(projects).join(', ')}.`)
  await tryProject(name, project)
}
console.log(`Projects made of what the documentation says work: ${names.join(', ')}.`)

async function tryProject(
  name: string,
  { like, packages = [], files, without = [], run }: Project,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `entity-sandbox-${name}-`))

  try {
    if (like === undefined)
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    else cpSync(join(root, 'examples', like), folder, { recursive: true })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    for (const path of without) rmSync(join(folder, path))
    await must(`npm install --silent --no-audit --no-fund "${tarball}" ${packages.join(' ')}`, folder)
    for (const line of run) await must(line, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function must(line: string, at: string): Promise<void> {
  const problem = await command(line, patience, at)

  if (problem) throw new Error(`"${line}" in ${at} ${problem}.`)
}

/** The first block of code below a heading of a page. */
function block(page: string, heading: string): string {
  const [, below = ''] = readFileSync(join(root, page), 'utf8').split(`\n## ${heading}\n`)
  const [, code] = /```\w*\n(.*?)```/s.exec(below) ?? []

  if (code === undefined) throw new Error(`${page} has no code below "${heading}".`)

  return code
}

/** What the documentation serves in a runtime, tried. */
function served(runtime: string): string {
  const code = block('docs/runtimes.md', runtime).replaceAll('4010', String(port)).replace('npm:', '')

  return `${code.includes('import ') ? '' : fetchImport}${code}${probe}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')

  await new Promise((settle) => server.once('listening', settle))

  const { port: found } = server.address() as AddressInfo // a server on a port

  await new Promise((settle) => server.close(settle))

  return found
}
