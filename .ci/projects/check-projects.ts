/**
 * Makes a project of each kind from the documentation's own words, as a reader would, with the packed package, and runs
 * it: `tsx .ci/projects/check-projects.ts bun vite`, or all of them.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { launchOptions } from '../chromium.ts'
import { command, root } from '../command.ts'
import { version } from '../package-entries.ts'
import { projectsAt, type Project } from './table.ts'

const tarball = resolve(root, 'test-results', 'package', `entity-sandbox-${version}.tgz`)
/** Seconds for an installation or a command, on a busy machine as well. */
const timeLimit = 600
const projects = projectsAt(await freePort())

// For the configurations of Playwright's tests.
process.env['LAUNCH_OPTIONS'] = JSON.stringify(launchOptions())

const wanted = process.argv.slice(2)
const names = wanted.length === 0 ? Object.keys(projects) : wanted

for (const name of names) {
  const project = projects[name]

  if (!project)
    throw new Error(`There is no project "${name}". There are ${Object.keys(projects).join(', ')}.`)
  console.log(`\n${name}`)
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
    await must(
      `npm install --silent --no-audit --no-fund --prefer-offline "${tarball}" ${packages.join(' ')}`,
      folder,
    )
    for (const line of run) await must(line, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function must(line: string, at: string): Promise<void> {
  const problem = await command(line, timeLimit, at)

  if (problem) throw new Error(`"${line}" in ${at} ${problem}.`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')

  await new Promise((settle) => server.once('listening', settle))

  const { port: found } = server.address() as AddressInfo // a server on a port

  await new Promise((settle) => server.close(settle))

  return found
}
