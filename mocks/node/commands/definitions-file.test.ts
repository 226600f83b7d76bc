import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDoors } from '../../testing/doors.ts'
import { readDefinitions } from './definitions-file.ts'

test('--definitions reads what GET /api/entitydefinitions answers', async () => {
  await using doors = await openDoors()
  const list = await doors.get('/api/entitydefinitions?take=100')
  const folder = await mkdtemp(join(tmpdir(), 'definitions-'))

  try {
    const file = join(folder, 'definitions.json')

    await writeFile(file, JSON.stringify(list))

    for (const { data } of doors.sandboxes) {
      const stored = Array.from(data.definitions.all(), ({ name, created_by }) => ({ name, created_by }))

      expect(await readDefinitions(file)).toMatchObject(stored)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
