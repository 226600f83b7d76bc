/**
 * Creates the projects that the documentation describes, from its code and the packed package, and runs them:
 * `tsx .ci/projects/check-projects.ts bun vite`, or all.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../mocks/testing/redis-server.ts'
import { root, runOrThrow } from '../command.ts'
import { tarball } from '../package-entries.ts'
import { useInstalledBrowser } from './installed-browser.ts'
import { projectsAt, type Project } from './table.ts'

/** Seconds for an installation or a command, enough on a busy machine. */
const timeLimit = 600
const run = (line: string, cwd: string) => runOrThrow(line, timeLimit, cwd)
const projects = projectsAt(await freePort())

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
    useInstalledBrowser(folder)
    await run(
      `npm install --silent --no-audit --no-fund --prefer-offline "${tarball}" ${packages.join(' ')}`,
      folder,
    )
    for (const line of commands) await run(line, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
