/**
 * Runs the commands of the documentation, page by page, with the packed package: `tsx scripts/projects/pages.ts docs/copy.md`,
 * or all pages.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { zipSync } from 'fflate'
import { runOrThrow } from '../command.ts'
import { blocksOf } from '../docs/blocks.ts'
import { isPageCommand, pagesWithCommands, tutorial } from '../docs/block-runners.ts'
import { tarball } from '../package-entries.ts'
import { onPath } from '../programs.ts'
import { useInstalledBrowser } from './installed-browser.ts'
import { writeCommands } from './shell.ts'

const base = mkdtempSync(join(tmpdir(), 'entity-sandbox-pages-'))
const bin = join(base, 'node_modules/entity-sandbox/dist/doors/node/bin.js')
const requested = process.argv.slice(2)
const run = (line: string, cwd: string) => runOrThrow(line, 240, cwd)

try {
  writeFileSync(join(base, 'package.json'), '{ "private": true, "type": "module" }')
  await run(`npm install --silent --no-audit --no-fund --prefer-offline "${tarball}"`, base)
  setUpCommands()
  for (const page of requested.length === 0 ? pagesWithCommands : requested) {
    if (page === tutorial) await followTutorial()
    else await runPage(page)
  }
} finally {
  rmSync(base, { recursive: true, force: true })
}

function setUpCommands(): void {
  const folder = join(base, 'commands')

  Object.assign(process.env, {
    BIN: bin,
    TARBALL: tarball,
    NPX: onPath('npx')[0],
    NPM: onPath('npm')[0],
    CURL: onPath('curl')[0],
  })
  writeCommands(folder)
  process.env['PATH'] = `${folder}${delimiter}${process.env['PATH']}`
}

/** Runs a page's commands in order, with a running sandbox. */
async function runPage(page: string): Promise<void> {
  const folder = join(base, page.replace(/\W/g, '-'))
  const { server, url } = await startServer()

  try {
    const lines = blocksOf(page)
      .filter(isPageCommand)
      .map(({ code, isRejected }) =>
        isRejected ? `if ${code}then echo "It was not rejected."; exit 1; fi` : code,
      )
      .map((code) => code.replaceAll('http://127.0.0.1:4010', url))
      .map((code) => code.replaceAll('.localhost:4010', `.localhost:${new URL(url).port}`))

    mkdirSync(join(folder, 'src'), { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      '{ "private": true, "scripts": { "test": "node --version" } }',
    )
    writeFileSync(join(folder, 'my.json'), await contentOf(`${url}/api/entitydefinitions`))
    writeFileSync(
      join(folder, 'export.zip'),
      zipSync({ 'export.json': await contentOf(`${url}/__sandbox/export`) }),
    )
    writeFileSync(join(folder, 'page.sh'), `set -eu\n${lines.join('\n')}`)
    await run('bash page.sh > page.log || { cat page.log; exit 1; }', folder)
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

  for await (const text of server.stdout.iterator({ destroyOnReturn: false })) {
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

/** Runs the commands and writes the files of the whole page in order, from an empty folder. */
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
        await run(`bash "${join(home, 'step.sh')}"`, folder)
        folder = code.includes('cd first-hour') ? join(home, 'first-hour') : folder
        if (code.includes('cd first-hour')) {
          writeFileSync(join(folder, 'playwright.config.ts'), 'export default {}')
          useInstalledBrowser(folder)
        }
      }
    }
    console.log(`${tutorial}: ${Math.round((Date.now() - started) / 1000)} s`)
  } finally {
    server.kill()
    rmSync(home, { recursive: true, force: true })
  }
}
