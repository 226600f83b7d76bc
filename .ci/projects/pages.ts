/**
 * Types what the documentation has its readers type, page by page and block after block, against the packed package:
 * `tsx .ci/projects/pages.ts docs/copy.md`, or all pages.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { launchOptions } from '../chromium.ts'
import { command, root } from '../command.ts'
import { blocksOf } from '../docs/blocks.ts'
import { isLongEnough, tutorial, typedPages } from '../docs/ledger.ts'
import { version } from '../package-entries.ts'
import { writeCommands } from './shell.ts'

const tarball = resolve(root, 'test-results', 'package', `entity-sandbox-${version}.tgz`)
const base = mkdtempSync(join(tmpdir(), 'entity-sandbox-pages-'))
const bin = join(base, 'node_modules/entity-sandbox/dist/node/bin.js')
const wanted = process.argv.slice(2)

try {
  writeFileSync(join(base, 'package.json'), '{ "private": true, "type": "module" }')
  await must(`npm install --silent --no-audit --no-fund --prefer-offline "${tarball}"`, base)
  setUpCommands()
  for (const page of wanted.length === 0 ? typedPages : wanted) {
    if (page === tutorial) await followTutorial()
    else await typePage(page)
  }
} finally {
  rmSync(base, { recursive: true, force: true })
}

function setUpCommands(): void {
  const folder = join(base, 'commands')

  Object.assign(process.env, {
    BIN: bin,
    TARBALL: tarball,
    NPX: which('npx'),
    NPM: which('npm'),
    CURL: which('curl'),
    LAUNCH_OPTIONS: JSON.stringify(launchOptions()),
  })
  writeCommands(folder)
  process.env['PATH'] = `${folder}${delimiter}${process.env['PATH']}`
}

function which(name: string): string {
  return execFileSync('which', [name], { encoding: 'utf8' }).trim()
}

/** A page's commands in their order, beside a running sandbox where it speaks to one. */
async function typePage(page: string): Promise<void> {
  const folder = join(base, page.replace(/\W/g, '-'))
  const { server, url } = await startServer()

  try {
    const lines = blocksOf(page)
      .filter(isLongEnough)
      .map(({ code, isRefused }) =>
        isRefused ? `if ${code}then echo "It was not refused."; exit 1; fi` : code,
      )
      .map((code) => code.replaceAll('http://127.0.0.1:4010', url))

    mkdirSync(join(folder, 'src'), { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      '{ "private": true, "scripts": { "test": "node --version" } }',
    )
    writeFileSync(join(folder, 'my.json'), await contentOf(`${url}/api/entitydefinitions`))
    writeFileSync(join(folder, 'export.zip'), await contentOf(`${url}/__sandbox/export?format=package`))
    writeFileSync(join(folder, 'page.sh'), `set -eu\n${lines.join('\n')}`)
    await must('bash page.sh > page.log || { cat page.log; exit 1; }', folder)
    console.log(`${page}: ${lines.length} blocks`)
  } finally {
    server.kill()
  }
}

async function startServer(): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [bin, '--port', '0', '--json'], {
    cwd: base,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

  for await (const text of server.stdout) {
    const [, url] = /"url":"([^"]+)"/.exec(String(text)) ?? []

    if (url !== undefined) {
      server.stdout.resume()

      return { server, url }
    }
  }
  throw new Error('The sandbox did not start.')
}

async function contentOf(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer())
}

/** The whole page from an empty folder: what it has a reader type and what it has one write, in its order. */
async function followTutorial(): Promise<void> {
  const started = Date.now()
  const home = mkdtempSync(join(tmpdir(), 'entity-sandbox-tutorial-'))
  const { server, url } = await startServer()
  let folder = home

  try {
    for (const { language, code, file } of blocksOf(tutorial)) {
      if (file !== undefined) writeFileSync(join(folder, file), code)
      else if (language === 'sh') {
        writeFileSync(join(home, 'step.sh'), `set -eu\n${code.replaceAll('http://127.0.0.1:4010', url)}`)
        await must(`bash "${join(home, 'step.sh')}"`, folder)
        folder = code.includes('cd first-hour') ? join(home, 'first-hour') : folder
        if (code.includes('cd first-hour')) useInstalledBrowser(folder)
      }
    }
    console.log(`${tutorial}: ${Math.round((Date.now() - started) / 1000)} s`)
  } finally {
    server.kill()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Instead of the one that the page has a reader download. */
function useInstalledBrowser(folder: string): void {
  writeFileSync(
    join(folder, 'playwright.config.mjs'),
    `export default { use: { launchOptions: ${JSON.stringify(launchOptions())} } }`,
  )
}

async function must(line: string, folder: string): Promise<void> {
  const problem = await command(line, 240, folder)

  if (problem !== undefined) throw new Error(`"${line}" in ${folder} ${problem}.`)
}
