import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from './command.ts'

/** The packages that may have install scripts, and their purpose. None of them downloads or reports anything. */
const allowed = {
  'classic-level': 'uses the binary in the package, or compiles one',
  esbuild: 'checks that the binary in the package runs',
  msw: "copies its worker to the folders that a project's package.json names",
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
})

test('only packages that are listed here have install scripts', () => {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const withScripts = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))

  expect(withScripts.filter((name) => !Object.hasOwn(allowed, name))).toEqual([])
})
