import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'
import { type OutputChunk, build } from 'rolldown'
import { isBundledMsw, moduleSideEffects, onlyHandlers } from './bundled-msw.ts'
import { root } from './command.ts'
import { type BundledPackage, collectPackages } from './licences.ts'
import { prebuiltSeed } from './prebuilt-seed.ts'
import { browserEntries, entries, external } from './package-entries.ts'

/** Bundles entries of the package into a folder, with the chunks that they share. */
export async function bundle(
  dir: string,
  packages: Map<string, BundledPackage>,
  names: readonly string[] = entries,
): Promise<void> {
  const { output } = await build({
    input: Object.fromEntries(names.map((name) => [name, resolve(root, 'mocks', `${name}.ts`)])),
    // Node and browsers load the same chunks: the browser builds of packages also run in Node.
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['browser', 'import', 'module', 'default'] },
    external: (id, from) =>
      isBuiltin(id) ||
      (!isBundledMsw(id, from) && external.some((name) => id === name || id.startsWith(`${name}/`))),
    treeshake: { moduleSideEffects },
    plugins: [prebuiltSeed(), onlyHandlers(), collectPackages(packages)],
    transform: {
      target: ['node20', 'chrome120', 'firefox121', 'safari17'],
      // graphql-js then leaves out a check for a second copy of itself, which takes a tenth of the time of queries.
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name].js',
    },
  })

  checkBrowserEntries(output.filter((file) => file.type === 'chunk'))
}

/** @throws when an entry that browsers load, or a chunk that it imports, imports a module of Node */
function checkBrowserEntries(chunks: readonly OutputChunk[]): void {
  for (const entry of browserEntries) {
    const loaded = new Set([`${entry}.js`])

    for (const fileName of loaded) {
      const chunk = chunks.find((each) => each.fileName === fileName)

      for (const id of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) loaded.add(id)
      if (isBuiltin(fileName))
        throw new Error(`dist/${entry}.js runs in browsers, but imports ${fileName}, directly or indirectly.`)
    }
  }
}
