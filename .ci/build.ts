/**
 * Builds the package: its entries, their types, the console, and the licences of bundled packages. If a build is
 * interrupted or fails, dist/ still contains the previous one. With `--if-changed`, a build of the same files is kept.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'vite'
import { bundle } from './bundle.ts'
import { root, runOrThrow } from './command.ts'
import { documentOf } from './contract-document.ts'
import { documentOptions } from './document-options.ts'
import { addPackage, type BundledPackage, collectPackages, licencesPage } from './licences.ts'
import { replaceFolder } from './replace-folder.ts'
import { sourceDigest } from './source-digest.ts'

const bundled = new Map<string, BundledPackage>()
const dist = resolve(root, 'dist')
/** The file of a build that identifies what it was made of. */
const digestFile = '.sources'
const digest = sourceDigest()
const built = resolve(dist, digestFile)

if (process.argv.includes('--if-changed') && existsSync(built) && readFileSync(built, 'utf8') === digest) {
  console.log('dist/ contains the build of these files.')
  process.exit()
}

await replaceFolder(dist, async (folder) => {
  await bundle(folder, bundled)
  await build({
    configFile: resolve(root, 'vite.config.ts'),
    plugins: [collectPackages(bundled)],
    build: { outDir: resolve(folder, 'console') },
  })
  // Part of the console's styles, which are not bundled as modules.
  addPackage(resolve(root, 'node_modules/tailwindcss'), bundled)
  // The API reference, a script that the console loads separately.
  addPackage(resolve(root, 'node_modules/@scalar/fastify-api-reference'), bundled)
  writeFileSync(resolve(folder, 'LICENCES.md'), licencesPage(bundled))

  // So that client generators need no running sandbox.
  writeFileSync(resolve(folder, 'openapi.json'), JSON.stringify(await documentOf({}), undefined, 1))

  await runOrThrow(`tsc -p mocks/tsconfig.build.json --outDir "${folder}"`, 300)
  documentOptions(folder)
  writeFileSync(resolve(folder, digestFile), digest)
})
