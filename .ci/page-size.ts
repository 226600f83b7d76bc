import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type OutputChunk } from 'rolldown'
import { root } from './command.ts'
import { external, isWithin } from './package-entries.ts'

/** What a start without options loads besides what it imports: the data that the build has made. */
const data = 'prebuilt-state'

/** Kilobytes, gzipped, that a page loads of the built package before its first answer; the rest comes when it is needed. */
export async function kilobytesBeforeFirstAnswer(): Promise<number> {
  const { output } = await build({
    input: resolve(root, 'dist/browser/index.js'),
    external: (id) => id.startsWith('node:') || isWithin(external, id),
    output: { format: 'esm', minify: true },
    write: false,
  })
  const chunks = output.filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<OutputChunk>(chunks.filter(({ isEntry, name }) => isEntry || name === data))

  for (const { imports } of loaded) {
    for (const name of imports) {
      const chunk = byName.get(name)

      if (chunk) loaded.add(chunk)
    }
  }

  const bytes = [...loaded].reduce((sum, { code }) => sum + gzipSync(code).length, 0)

  return Math.round(bytes / 1000)
}
