import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from './command.ts'

/** The packages with install scripts, and the purpose of each. None of them downloads or reports anything. */
const known = {
  'classic-level': 'takes the binary that comes with it, or compiles it',
  esbuild: 'looks whether the binary that comes with it runs',
  msw: 'copies its worker to where a project asks for it',
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
})

test('nothing that is installed runs a script that we do not know', () => {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const running = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))

  expect(running.filter((name) => !Object.hasOwn(known, name))).toEqual([])
})
