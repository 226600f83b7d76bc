import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { root } from './command.ts'

const names = z.record(z.string(), z.string())

const manifest = z
  .object({
    version: z.string(),
    bin: names,
    exports: z.record(z.string(), z.union([z.string(), names])),
    peerDependencies: names,
  })
  .parse(JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')))

export const version = manifest.version

/** The packed package, as `npm run package` leaves it. */
export const tarball = resolve(root, 'test-results', 'package', `entity-sandbox-${version}.tgz`)

/** Module specifiers of the package: `entity-sandbox/node`. */
export const specifiers = Object.keys(manifest.exports)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => `entity-sandbox${path.slice(1)}`)

/** Packages that users install themselves. */
const peers = Object.keys(manifest.peerDependencies)

/** Packages that are imported, not bundled: peers, jiti, which finds its compiler by its path, and LevelDB, which is native. */
export const external = [...peers, 'jiti', 'classic-level']

/** The package's modules and commands, without folder and extension: `doors/node/index` is built from mocks/doors/node/index.ts. */
export const entries = [...Object.values(manifest.exports), ...Object.values(manifest.bin)]
  .flatMap((paths) => (typeof paths === 'string' ? paths : Object.values(paths)))
  .map((path) => /^(?:\.\/)?dist\/(.+)\.js$/.exec(path)?.[1])
  .filter((name) => name !== undefined)

/** Entries that pages and other runtimes load: they must not import modules of Node. */
export const browserEntries = [
  'index',
  'doors/msw/index',
  'doors/browser/index',
  'client/index',
  'doors/collections/index',
  'doors/panel/index',
  'doors/storybook/index',
  'doors/fetch/index',
]
