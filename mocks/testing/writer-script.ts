import { resolve } from 'node:path'
import { build } from 'rolldown'

/** Bundles `crash-writer.ts`, which writes to a folder until it is killed, and returns the path of the script. */
export async function buildWriter(name: string): Promise<string> {
  // Within the project, whose packages the script loads.
  const file = resolve(import.meta.dirname, '../../test-results', `${name}.mjs`)

  await build({
    input: resolve(import.meta.dirname, 'crash-writer.ts'),
    platform: 'node',
    external: ['classic-level'],
    output: { file, format: 'esm', codeSplitting: false },
  })

  return file
}
