import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, runOrThrow } from '../command.ts'
import { tarball } from '../package-entries.ts'
import { useInstalledBrowser } from './installed-browser.ts'

export interface Project {
  /** The example that it copies; otherwise it is empty. */
  readonly example?: string
  /** Packages to install besides this one. */
  readonly packages?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  /** Files of the example to remove. */
  readonly without?: readonly string[]
}

export interface CreatedProject {
  readonly folder: string
  /** Runs a command line in the project. */
  readonly run: (line: string) => Promise<void>
}

/** Creates a project in which the packed package is installed as users do it, and removes it afterwards. */
export async function inProject(
  { example, packages = [], files = {}, without = [] }: Project,
  use: (project: CreatedProject) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'entity-sandbox-project-'))
  // Enough for an installation or a command on a busy machine.
  const run = (line: string) => runOrThrow(line, 600, folder)

  try {
    if (example === undefined)
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    else copyExample(example, folder)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    for (const path of without) rmSync(join(folder, path))
    useInstalledBrowser(folder)
    await run(`npm install --silent --no-audit --no-fund --prefer-offline "${tarball}" ${packages.join(' ')}`)
    await use({ folder, run })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Copies an example, with the packed package instead of the published one. */
export function copyExample(name: string, folder: string): void {
  const manifest = join(folder, 'package.json')
  const published = '"entity-sandbox": "latest"'

  cpSync(join(root, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  })
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(
      published,
      published.replace('latest', `file:${tarball.replaceAll('\\', '/')}`),
    ),
  )
}
