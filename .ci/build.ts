/**
 * Builds the package: its entries, their types, the console, and the licences of what is bundled. A build that is
 * interrupted or fails leaves the one before in dist/.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'vite'
import { bundle } from './bundle.ts'
import { command, root } from './command.ts'
import { documentOf } from './contract-document.ts'
import { documentOptions } from './document-options.ts'
import { addPackage, type BundledPackage, collectPackages, licencesPage } from './licences.ts'
import { replaceFolder } from './replace-folder.ts'

const bundled = new Map<string, BundledPackage>()

await replaceFolder(resolve(root, 'dist'), async (building) => {
  await bundle(building, bundled)
  await build({
    configFile: resolve(root, 'vite.config.ts'),
    plugins: [collectPackages(bundled)],
    build: { outDir: resolve(building, 'console') },
  })
  // Part of the console's styles, which are no modules.
  addPackage(resolve(root, 'node_modules/tailwindcss'), bundled)
  // The reference's script, which the console loads separately.
  addPackage(resolve(root, 'node_modules/@scalar/fastify-api-reference'), bundled)
  writeFileSync(resolve(building, 'LICENCES.md'), licencesPage(bundled))

  // For generators of clients, which need no running sandbox then.
  writeFileSync(resolve(building, 'openapi.json'), JSON.stringify(await documentOf({}), undefined, 1))

  const problem = await command(`tsc -p mocks/tsconfig.build.json --outDir "${building}"`, 300)

  if (problem) throw new Error(`The types of the package could not be built: tsc ${problem}.`)

  documentOptions(building)
})
