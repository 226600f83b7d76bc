/**
 * Creates the projects that the documentation describes, from its code and the packed package, and runs them:
 * `tsx .ci/projects/check-projects.ts bun vite`, or all.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { launchOptions } from '../chromium.ts'
import { root, runOrThrow } from '../command.ts'
import { tarball } from '../package-entries.ts'
import { projectsAt, type Project } from './table.ts'

/** Seconds for an installation or a command, enough on a busy machine. */
const timeLimit = 600
const run = (line: string, cwd: string) => runOrThrow(line, timeLimit, cwd)
const projects = projectsAt(await freePort())

// For the configurations of Playwright's tests.
process.env['LAUNCH_OPTIONS'] = JSON.stringify(launchOptions())

const requested = process.argv.slice(2)
const names = requested.length === 0 ? Object.keys(projects) : requested

for (const name of names) {
  const project = projects[name]

  if (!project)
    throw new Error(`There is no project "${name}". Available: ${Object.keys(projects).join(', ')}.`)
  console.log(`\n${name}`)
  await tryProject(name, project)
}
console.log(`The projects of the documentation work: ${names.join(', ')}.`)

async function tryProject(
  name: string,
  { example, packages = [], files, without = [], commands }: Project,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `entity-sandbox-${name}-`))

  try {
    if (example === undefined)
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    else cpSync(join(root, 'examples', example), folder, { recursive: true })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    for (const path of without) rmSync(join(folder, path))
    await run(
      `npm install --silent --no-audit --no-fund --prefer-offline "${tarball}" ${packages.join(' ')}`,
      folder,
    )
    for (const line of commands) await run(line, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')

  await new Promise((done) => server.once('listening', done))

  const { port } = server.address() as AddressInfo // a server on a port

  await new Promise((done) => server.close(done))

  return port
}
