import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'
import { type OutputChunk, build } from 'rolldown'
import { root } from './command.ts'
import { type BundledPackage, collectPackages } from './licences.ts'
import { prebuiltSeed } from './prebuilt-seed.ts'
import { browserEntries, entries, external, isWithin, peers, standaloneEntries } from './package-entries.ts'

/** Bundles the entries of the package into a folder, with the chunks that they share. */
export async function bundle(dir: string, packages: Map<string, BundledPackage>): Promise<void> {
  const { output } = await build({
    input: Object.fromEntries(entries.map((name) => [name, resolve(root, 'mocks', `${name}.ts`)])),
    // Node and browsers load the same chunks: the browser builds of packages also run in Node.
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['browser', 'import', 'module', 'default'] },
    external: (id) => isBuiltin(id) || isWithin(external, id),
    plugins: [prebuiltSeed(), collectPackages(packages)],
    transform: { target: ['node20', 'chrome120', 'firefox121', 'safari17'] },
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name].js',
    },
  })

  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )

  for (const entry of browserEntries) {
    checkImports(chunks, entry, isBuiltin, 'runs in browsers', (chunk) => [
      ...chunk.imports,
      ...chunk.dynamicImports,
    ])
  }
  for (const entry of standaloneEntries) {
    checkImports(
      chunks,
      entry,
      (id) => isWithin(peers, id),
      'works without peer dependencies',
      (chunk) => chunk.imports,
    )
  }
}

/** @throws when an entry, or a chunk that it loads, has a forbidden import */
function checkImports(
  chunks: ReadonlyMap<string, OutputChunk>,
  entry: string,
  isForbidden: (id: string) => boolean,
  reason: string,
  importsOf: (chunk: OutputChunk) => string[],
): void {
  const loaded = new Set([`${entry}.js`])

  for (const fileName of loaded) {
    const chunk = chunks.get(fileName)
    if (chunk) importsOf(chunk).forEach((id) => loaded.add(id))
    else if (isForbidden(fileName))
      throw new Error(`dist/${entry}.js ${reason}, but imports ${fileName}, directly or indirectly.`)
  }
}
