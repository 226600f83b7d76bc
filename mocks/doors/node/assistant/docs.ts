import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Doc {
  /** `faults` */
  readonly name: string
  readonly title: string
  readonly text: () => string
}

/** The package's documentation, which is installed with it. */
export function docs(): Doc[] {
  const folder = docsFolder(dirname(fileURLToPath(import.meta.url)))

  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const text = () => readFileSync(join(folder, file), 'utf8')

      return { name: file.replace(/\.md$/, ''), title: /^# (.+)$/m.exec(text())?.[1] ?? file, text }
    })
}

/** Beside package.json; the build moves this file, so the parent folders are searched. */
function docsFolder(from: string): string {
  const folder = join(from, 'docs')

  if (existsSync(join(from, 'package.json')) && existsSync(folder)) return folder
  if (dirname(from) === from) throw new Error('Failed to find the documentation: it is not installed.')

  return docsFolder(dirname(from))
}
