/**
 * Builds the package: its entries, their types, the console, and the licences of bundled packages. With `--if-changed`,
 * a complete build of the same files is kept.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'vite'
import { bundle } from './bundle.ts'
import { root, runOrThrow } from './command.ts'
import { documentOf } from './contract-document.ts'
import { definitionsSchema } from './definitions-schema.ts'
import { documentOptions } from './document-options.ts'
import { addPackage, type BundledPackage, collectPackages, licencesPage } from './licences.ts'
import { sourceDigest } from './source-digest.ts'

const bundled = new Map<string, BundledPackage>()
const dist = resolve(root, 'dist')
const digest = sourceDigest()
/** Identifies what the build was made of. Written last: without it, a build is incomplete. */
const digestFile = resolve(dist, '.sources')

if (
  process.argv.includes('--if-changed') &&
  existsSync(digestFile) &&
  readFileSync(digestFile, 'utf8') === digest
) {
  console.log('dist/ contains the build of these files.')
  process.exit()
}

rmSync(dist, { recursive: true, force: true })
await bundle(dist, bundled)
await build({
  configFile: resolve(root, 'vite.config.ts'),
  plugins: [collectPackages(bundled)],
  build: { outDir: resolve(dist, 'console') },
})
// Part of the console's styles, which are not bundled as modules.
addPackage(resolve(root, 'node_modules/tailwindcss'), bundled)
writeFileSync(resolve(dist, 'LICENCES.md'), licencesPage(bundled))

// So that client generators need no running sandbox.
writeFileSync(resolve(dist, 'openapi.json'), JSON.stringify(await documentOf({}), undefined, 1))

writeFileSync(resolve(dist, 'definitions.schema.json'), JSON.stringify(definitionsSchema(), undefined, 1))

await runOrThrow(`tsc --singleThreaded -p scripts/tsconfig.build.json --outDir "${dist}"`, 300)
documentOptions(dist)
writeFileSync(digestFile, digest)
