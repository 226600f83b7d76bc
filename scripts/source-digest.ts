import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './command.ts'

/** The code. */
const folders = ['scripts', 'mocks', 'web']
/** Its dependencies and settings, and the page from which the schema of definitions takes its descriptions. */
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'docs/definitions.md']

/** Written by the check of the package, not read by the build. */
const generated = join('scripts', 'typed')

/** A hash of every file that determines the build. */
export function sourceDigest(): string {
  const hash = createHash('sha256')

  for (const file of [...files, ...folders.flatMap(filesOf)])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))

  return hash.digest('hex')
}

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(generated))
    .sort()
}
