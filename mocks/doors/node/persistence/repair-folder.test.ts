import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repairFolder } from './repair-folder.ts'
import { noteIn, writeNote } from '../../../testing/note-data.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { damageLog, openNotes } from './testing/open-notes.ts'

let folder = ''
const level = () => join(folder, 'level')

/** A folder with a change in a damaged entry of its log. */
beforeEach(async () => {
  folder = temporaryFolder()
  await writeText('second')
  damageLog(folder, 'second')
})

afterEach(restoreRename)

/** LevelDB's own notes and its lock are no data. */
function bytesIn(database: string): Record<string, string> {
  const names = readdirSync(database).filter((name) => !name.startsWith('LO'))

  return Object.fromEntries(names.map((name) => [name, readFileSync(join(database, name), 'base64')]))
}

async function writeText(text: string): Promise<void> {
  const { sandbox, close } = await openNotes(folder)

  await writeNote(sandbox, text)
  await close()
}

async function textInFolder(): Promise<unknown> {
  const { sandbox, close } = await openNotes(folder)
  const text = noteIn(sandbox)

  await close()

  return text
}

/** Lets `rename()` fail where it is told to. */
function failRename(fails: (to: string) => boolean): void {
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    if (fails(String(to))) throw new Error('no rename')
    renameSync(from, to)
  })
  syncBuiltinESMExports()
}

function restoreRename(): void {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}

test('a repair keeps the damaged database byte by byte, and leaves nothing else behind', async () => {
  const before = bytesIn(level())

  expect(await repairFolder(folder)).not.toEqual([])
  expect(bytesIn(join(folder, 'level.damaged-1'))).toEqual(before)
  expect(readdirSync(folder)).toEqual(['level', 'level.damaged-1'])
  expect(await textInFolder()).toBe('first')
  expect(await repairFolder(folder)).toEqual([])
})

test('a repair that can not put the repaired database in its place leaves the folder as it was', async () => {
  const before = bytesIn(level())
  let failed = 0

  failRename((to) => to === level() && failed++ === 0)
  await expect(repairFolder(folder)).rejects.toThrow("can't be repaired: no rename")
  expect(bytesIn(level())).toEqual(before)

  restoreRename()
  expect(await repairFolder(folder)).not.toEqual([])
  expect(await textInFolder()).toBe('first')
})

test.each([1, 2, 3])('a repair whose renames fail from number %i on can be repeated', async (number) => {
  const before = bytesIn(level())
  let count = 0

  failRename(() => ++count >= number)
  await expect(repairFolder(folder)).rejects.toThrow("can't be repaired: no rename")
  restoreRename()

  const isMoved = !existsSync(level())

  expect(bytesIn(isMoved ? join(folder, 'level.damaged-1') : level())).toEqual(before)
  await expect(openNotes(folder)).rejects.toThrow(`entity-sandbox repair ${folder}`)
  await repairFolder(folder)
  expect(await textInFolder()).toBe('first')
})

test('a repair because of damage in a table that the database does not use keeps everything', async () => {
  await repairFolder(folder)
  rmSync(join(folder, 'level.damaged-1'), { recursive: true })
  await writeText('third')
  await writeText('fourth') // the start before it made a table of the third

  const table = readdirSync(level()).find((name) => name.endsWith('.ldb')) ?? ''
  const bytes = readFileSync(join(level(), table))

  bytes[20] = (bytes[20] ?? 0) ^ 1
  writeFileSync(join(level(), '999999.ldb'), bytes)

  await expect(openNotes(folder)).rejects.toThrow('999999.ldb is corrupt')
  expect(await repairFolder(folder)).toEqual([
    '999999.ldb is corrupt',
    expect.stringMatching(/^intact: \d+ entities in default$/),
    'the damaged database is kept as level.damaged-1',
  ])
  expect(await textInFolder()).toBe('fourth')
})

test('a folder with the checksums of an earlier version, which may be wrong, opens and is not repaired', async () => {
  await repairFolder(folder)
  await writeText('third')
  await writeText('fourth')

  const tables = readdirSync(level()).filter((name) => name.endsWith('.ldb'))

  writeFileSync(
    join(level(), 'tables.json'),
    JSON.stringify(Object.fromEntries(tables.map((name) => [name, 0]))),
  )

  expect(tables).not.toEqual([])
  expect(await repairFolder(folder)).toEqual([])
  expect(await textInFolder()).toBe('fourth')
})

test('a folder in use is not repaired', async () => {
  await repairFolder(folder)
  await openNotes(folder)

  await expect(repairFolder(folder)).rejects.toThrow('another process is using it')
})

test('an error of a repair names the folder, not the copy that it works on', async () => {
  rmSync(join(level(), 'CURRENT'))
  for (const name of readdirSync(level())) if (name.endsWith('.log')) rmSync(join(level(), name))

  await expect(repairFolder(folder)).rejects.toThrow(/^(?!.*repairing)/)
})
