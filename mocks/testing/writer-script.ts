import { resolve } from 'node:path'
import { build } from 'rolldown'

/** A script of a process that opens a folder and writes to it until it is killed (`crash-writer.ts`). */
export async function buildWriter(name: string): Promise<string> {
  // Within the project, whose packages it loads.
  const file = resolve(import.meta.dirname, '../../test-results', `${name}.mjs`)

  await build({
    input: resolve(import.meta.dirname, 'crash-writer.ts'),
    platform: 'node',
    external: ['classic-level'],
    output: { file, format: 'esm', codeSplitting: false },
  })

  return file
}
