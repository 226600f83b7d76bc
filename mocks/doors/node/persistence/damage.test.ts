import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { Random } from '../../../data/model/shared/random.ts'
import { isDeep, seed } from '../../../testing/scale.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { FolderError } from './folder.ts'
import { openPersisted } from './persist.ts'
import { repairFolder } from './repair.ts'
import { damageLog } from './testing/open-notes.ts'
import { noteData, noteIn, writeNote } from '../../../testing/note-data.ts'

const flips = isDeep ? 2000 : 15

const open = (folder: string) => openPersisted(folder, { data: noteData, machineClock: () => 0 })

/** The texts of every sandbox in a folder. */
async function textsIn(folder: string): Promise<Record<string, unknown>> {
  const { sandboxes, close } = await open(folder)
  const texts = sandboxes.list().map(({ sandbox }) => [sandbox.id, noteIn(sandbox)] as const)

  await close()

  return Object.fromEntries(texts)
}

async function writeIn(folder: string): Promise<void> {
  const { sandboxes, close } = await open(folder)
  const blue = (await sandboxes.create('blue')).sandbox

  for (let count = 0; count < 10; count++) {
    for (const sandbox of [blue, sandboxes.default]) {
      await writeNote(sandbox, `${sandbox.id} ${count}`)
    }
  }
  await close()
}

/** The files that are read when the folder is opened: all but LevelDB's own logs and lock. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('LO'))
    .map(({ parentPath, name }) => join(parentPath, name))
}

function flipBit(folder: string, random: Random): string {
  const files = filesIn(folder).map((path) => ({ path, bytes: readFileSync(path) }))
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  let at = Math.floor(random.next() * size)

  for (const { path, bytes } of files) {
    if (at < bytes.length) {
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random.next() * 8))
      writeFileSync(path, bytes)

      return `${path} at ${at}`
    }
    at -= bytes.length
  }

  return 'nothing'
}

/** The result of opening a damaged folder: `as it was`, `repaired`, or the error. */
async function outcomeOf(folder: string, where: string, texts: Record<string, unknown>): Promise<string> {
  try {
    return isDeepStrictEqual(await textsIn(folder), texts) ? 'as it was' : 'unnoticed damage'
  } catch (error) {
    if (!(error instanceof FolderError)) return `an unexpected error: ${messageOf(error)}`
    if (!error.message.includes('entity-sandbox repair')) return `no advice: ${error.message}`
    // LevelDB crashes the process on some damaged tables when a repair reads them.
    if (where.includes('.ldb')) return 'reported'
  }

  try {
    await repairFolder(folder)
    await textsIn(folder)

    return 'repaired'
  } catch (error) {
    return messageOf(error).includes("can't be repaired")
      ? 'beyond repair'
      : `a bad repair: ${messageOf(error)}`
  }
}

test(`each of ${flips} flipped bits is harmless, or is reported and repaired as far as possible`, async () => {
  const root = temporaryFolder()
  const [whole, damaged] = [join(root, 'whole'), join(root, 'damaged')]
  const random = new Random(seed)
  const outcomes = new Map<string, string>()

  await writeIn(whole)
  const texts = await textsIn(whole)

  for (let flip = 0; flip < flips; flip++) {
    rmSync(damaged, { recursive: true, force: true })
    cpSync(whole, damaged, { recursive: true })
    const where = flipBit(damaged, random)

    outcomes.set(await outcomeOf(damaged, where, texts), where)
  }
  for (const expected of ['as it was', 'reported', 'repaired', 'beyond repair']) outcomes.delete(expected)

  expect([...outcomes]).toEqual([])
}, 600_000)

test('a repair reports what it drops, and keeps what precedes the damage', async () => {
  const folder = temporaryFolder()

  await writeIn(folder)
  damageLog(folder, 'blue 7')

  await expect(open(folder)).rejects.toThrow(/missing|corrupt/)
  expect((await repairFolder(folder)).join()).toMatch(/missing|corrupt/)
  expect((await textsIn(folder)).blue).toMatch(/^blue [0-6]$/)
})
