import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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

test('a change while the one before is applied is reported after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-'))
  const data = join(folder, 'data.json')
  let changes = 0

  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(data, '{}')

  const settings = { config: SandboxConfig.parse({ data }), file: undefined, given: [] }
  const stop = watchFiles(settings, async () => {
    changes++
    if (changes === 1) {
      await writeFile(data, '{"entities": []}')
      // Within the time in which further steps of an editor are awaited.
      await setTimeout(50)
    }

    return settings
  })

  onTestFinished(stop)
  await writeFile(data, '[]')

  await expect.poll(() => changes).toBe(2)
})
