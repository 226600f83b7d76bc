import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { SandboxConfig } from '../../../local/config.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { watchFiles } from './watch-files.ts'

test('a changed file of the settings is reported, whether it was written or replaced', async () => {
  const watched = await watchDataFile()

  await writeFile(watched.data, '[]')
  await expect.poll(() => watched.changes).toBe(1)

  await writeFile(`${watched.data}.new`, '{}')
  await rename(`${watched.data}.new`, watched.data)
  await expect.poll(() => watched.changes).toBe(2)
})

test('a change while the one before is applied is reported after it', async () => {
  const watched = await watchDataFile(async (changes) => {
    if (changes > 1) return
    await writeFile(watched.data, '{"entities": []}')
    // Within the time in which further steps of an editor are awaited.
    await setTimeout(50)
  })

  await writeFile(watched.data, '[]')

  await expect.poll(() => watched.changes).toBe(2)
})

/** Watches a data file until the test ends, and counts its changes. */
async function watchDataFile(apply: (changes: number) => Promise<void> = async () => {}) {
  const data = join(temporaryFolder({ 'data.json': '{}' }), 'data.json')
  const watched = { data, changes: 0 }
  const settings = { config: SandboxConfig.parse({ data }), file: undefined, furtherFiles: [], given: [] }
  const stop = watchFiles(settings, async () => {
    watched.changes++
    await apply(watched.changes)

    return settings
  })

  onTestFinished(stop)

  return watched
}
