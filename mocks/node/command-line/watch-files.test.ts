import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SandboxConfig } from '../../config.ts'
import { watchFiles } from './watch-files.ts'

test('a changed file of the settings is reported, whether it was written or replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-'))
  const data = join(folder, 'data.json')
  let changes = 0

  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(data, '{}')

  const settings = { config: SandboxConfig.parse({ data }), file: undefined, given: [] }
  const stop = watchFiles(settings, () => {
    changes++

    return Promise.resolve(settings)
  })

  onTestFinished(stop)
  await writeFile(data, '[]')
  await expect.poll(() => changes).toBe(1)

  await writeFile(join(folder, 'new'), '{}')
  await rename(join(folder, 'new'), data)
  await expect.poll(() => changes).toBe(2)
})
