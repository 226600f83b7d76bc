import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Random } from '../../../data/model/shared/random.ts'
import { isDeep, seed } from '../../../testing/scale.ts'
import { damagedTables, dropDamage } from './leveldb-files.ts'

const flips = isDeep ? 2000 : 40
const folder = mkdtempSync(join(tmpdir(), 'tables-'))
const entriesOfTable = Array.from({ length: 2000 }, (_, number): [string, string] => [
  `key ${number}`,
  `${'value '.repeat(number % 50)}${Math.sqrt(number)}`,
])
let table = ''

/** A database with one table of many blocks, some of them compressed. */
beforeAll(async () => {
  const database = new ClassicLevel(folder)

  for (const [key, value] of entriesOfTable) await database.put(key, value)
  await database.compactRange('a', 'z')
  await database.close()
  table = join(folder, readdirSync(folder).find((name) => name.endsWith('.ldb')) ?? '')
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a table as LevelDB wrote it is intact, also one that it has not finished', async () => {
  const bytes = readFileSync(table)
  const unfinished = join(folder, '999999.ldb')

  expect([...(await damagedTables(folder))]).toEqual([])
  for (const size of [0, 1, 47, 48, 49, bytes.length - 1]) {
    writeFileSync(unfinished, bytes.subarray(0, size))

    expect([...(await damagedTables(folder))]).toEqual([['999999.ldb', 'no table']])
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

    expect(Array.from((await damagedTables(folder)).values()), `bit at ${at} of ${bytes.length}`).toEqual([
      'corrupt',
    ])
  }
  writeFileSync(table, bytes)
})

test('of a table with corrupt blocks, LevelDB can read all others once these are dropped', async () => {
  const bytes = readFileSync(table)
  const damaged = Buffer.from(bytes)
  const copy = mkdtempSync(join(tmpdir(), 'tables-'))

  onTestFinished(() => rmSync(copy, { recursive: true }))
  for (const part of [0.2, 0.6]) {
    const at = Math.floor(part * bytes.length)

    damaged[at] = (damaged[at] ?? 0) ^ 1
  }
  cpSync(folder, copy, { recursive: true })
  writeFileSync(join(copy, basename(table)), damaged)

  expect(await dropDamage(copy)).toEqual([`${basename(table)} is corrupt`])

  await ClassicLevel.repair(copy)

  expect(await dropDamage(copy)).toEqual([])

  const database = new ClassicLevel(copy)
  const entries = await database.iterator().all()
  const expected = new Map(entriesOfTable)

  await database.close()
  expect(entries.length).toBeGreaterThan(entriesOfTable.length * 0.8)
  expect(entries.length).toBeLessThan(entriesOfTable.length)
  for (const [key, value] of entries) expect(value).toBe(expected.get(key))
})
