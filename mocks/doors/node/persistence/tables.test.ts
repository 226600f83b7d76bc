import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../../data/model/shared/random.ts'
import { isDeep, seed } from '../../../testing/scale.ts'
import { damagedTables } from './tables.ts'

const flips = isDeep ? 2000 : 40
const folder = mkdtempSync(join(tmpdir(), 'tables-'))
let table = ''

/** A database with one table of many blocks, some of them compressed. */
beforeAll(async () => {
  const database = new ClassicLevel(folder)

  for (let number = 0; number < 2000; number++) {
    await database.put(`key ${number}`, `${'value '.repeat(number % 50)}${Math.sqrt(number)}`)
  }
  await database.compactRange('a', 'z')
  await database.close()
  table = join(folder, readdirSync(folder).find((name) => name.endsWith('.ldb')) ?? '')
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a table as LevelDB wrote it is intact, also one that it has not finished', async () => {
  const bytes = readFileSync(table)
  const unfinished = join(folder, '999999.ldb')

  expect(await damagedTables(folder)).toEqual([])
  for (const size of [0, 1, 47, 48, 49, bytes.length - 1]) {
    writeFileSync(unfinished, bytes.subarray(0, size))

    expect(await damagedTables(folder)).toEqual([])
  }
  rmSync(unfinished)
})

test('each flipped bit of a table that LevelDB would read is found', async () => {
  const bytes = readFileSync(table)
  const random = new Random(seed)
  // Places take ten bytes at most; LevelDB does not read the rest of the footer, and notices a change of its last bytes.
  const end = bytes.length - 48 + 4

  for (let flip = 0; flip < flips; flip++) {
    const flipped = Buffer.from(bytes)
    const at = Math.floor(random.next() * end)

    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random.next() * 8))
    writeFileSync(table, flipped)

    expect(await damagedTables(folder), `bit at ${at} of ${bytes.length}`).toHaveLength(1)
  }
  writeFileSync(table, bytes)
})
