import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { Random } from '../../../data/model/shared/random.ts'
import { isDeep, seed } from '../../../testing/scale.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { FolderError } from './level-database.ts'
import { openPersisted } from './open-folder.ts'
import { repairFolder } from './repair-folder.ts'
import { damageLog } from './testing/open-notes.ts'
import { noteData, noteIn, writeNote } from '../../../testing/note-data.ts'

const flips = isDeep ? 1000 : 4
const damagedFiles = isDeep ? 250 : 5

const open = (folder: string) => openPersisted(folder, { data: noteData, machineClock: () => 0 })

/** The texts of every sandbox in a folder. */
async function textsIn(folder: string): Promise<Record<string, unknown>> {
  const { sandboxes, close } = await open(folder)
  const texts = sandboxes.list().map((sandbox) => [sandbox.id, noteIn(sandbox)] as const)

  await close()

  return Object.fromEntries(texts)
}

async function writeIn(folder: string, start = 0): Promise<void> {
  const { sandboxes, close } = await open(folder)
  const blue = start === 0 ? await sandboxes.create('blue') : sandboxes.get('blue')

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
async function outcomeOf(folder: string, texts: Record<string, unknown>): Promise<string> {
  try {
    return isDeepStrictEqual(await textsIn(folder), texts) ? 'as it was' : 'unnoticed damage'
  } catch (error) {
    if (!(error instanceof FolderError)) return `an unexpected error: ${messageOf(error)}`
    if (!error.message.includes('entity-sandbox repair')) return `no advice: ${error.message}`
  }

  try {
    if ((await repairFolder(folder)).length === 0) return 'a repair without damage'

    const unwritten = Object.entries(await textsIn(folder)).filter(
      ([id, text]) => text !== 'first' && !new RegExp(`^${id} \\d$`).test(String(text)),
    )

    return unwritten.length === 0 ? 'repaired' : `texts that nobody wrote: ${unwritten.join()}`
  } catch (error) {
    // The logs of sandboxes start from it.
    return /can't be repaired: .*(initial (state|data)|contains no sandboxes)/.test(messageOf(error))
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

    outcomes.set(await outcomeOf(damaged, texts), where)
  }
  for (const expected of ['as it was', 'repaired', 'beyond repair']) outcomes.delete(expected)

  expect([...outcomes]).toEqual([])
}, 1_200_000)

/** What may happen to a file, at a random place of it. */
const damages: Record<string, (bytes: Buffer, at: number, other: Buffer) => Buffer | undefined> = {
  cut: (bytes, at) => bytes.subarray(0, at),
  'without its end': (bytes) => bytes.subarray(0, -1),
  emptied: () => Buffer.alloc(0),
  zeroed: ({ length }) => Buffer.alloc(length),
  'zeroed from a place on': (bytes, at) => Buffer.from(bytes).fill(0, at),
  'overwritten at a place': (bytes, at) =>
    Buffer.from(bytes).fill('damage', at, Math.min(at + 40, bytes.length)),
  continued: (bytes, _, other) => Buffer.concat([bytes, other]),
  'replaced by a text': () => readFileSync(import.meta.filename),
  // One table in the place of another of the same size is not noticed.
  'replaced by another file': (bytes, _, other) => (other.length === bytes.length ? bytes : other),
  deleted: () => undefined,
}

test(`of a folder with each of ${damagedFiles} damaged files, everything opens, or what can be read is repaired`, async () => {
  const root = temporaryFolder()
  const [whole, damaged] = [join(root, 'whole'), join(root, 'damaged')]
  const random = new Random(seed)
  const outcomes = new Map<string, string>()
  const kinds = Object.entries(damages)
  let repaired = 0

  // Each start makes a table of what was written before it.
  for (let start = 0; start < 3; start++) await writeIn(whole, start)
  const texts = await textsIn(whole)

  for (let number = 0; number < damagedFiles; number++) {
    rmSync(damaged, { recursive: true, force: true })
    cpSync(whole, damaged, { recursive: true })

    const files = filesIn(damaged)
    const fileAt = () => files[Math.floor(random.next() * files.length)] ?? ''
    const [path, other] = [fileAt(), fileAt()]
    const [kind, damage] = kinds[number % kinds.length] ?? ['nothing', (all: Buffer) => all]
    const bytes = readFileSync(path)
    const result = damage(bytes, Math.floor(random.next() * bytes.length), readFileSync(other))

    if (result) writeFileSync(path, result)
    else rmSync(path)

    const outcome = await outcomeOf(damaged, texts)

    if (outcome === 'repaired') repaired += 1
    outcomes.set(outcome, `${path} ${kind}`)
  }
  for (const expected of ['as it was', 'repaired', 'beyond repair']) outcomes.delete(expected)

  expect([...outcomes]).toEqual([])
  expect(repaired).toBeGreaterThan(damagedFiles / 10)
}, 1_200_000)

test('a repair reports what it drops, and keeps what precedes the damage', async () => {
  const folder = temporaryFolder()

  // The next start begins another log of the database, so that all that follows is in one block of it.
  await textsIn(folder)
  await writeIn(folder)
  damageLog(folder, 'blue 7')

  await expect(open(folder)).rejects.toThrow(/missing|corrupt/)
  expect((await repairFolder(folder)).join()).toMatch(/missing|corrupt/)
  expect((await textsIn(folder)).blue).toMatch(/^blue [0-6]$/)
})
