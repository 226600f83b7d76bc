import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uncompress } from 'snappyjs'
import { hasCode } from '../../../data/model/shared/errors.ts'
import { crc32c } from '../../../data/model/shared/bytes.ts'

/**
 * Checks the tables of LevelDB by its own checksums, one for each block. LevelDB itself reads a table without them, and
 * some damage then ends the process.
 *
 * A table: blocks of data, which an index lists; blocks about the data, which another index lists; both indexes; and a
 * footer with their places (doc/table_format.md of LevelDB).
 */

/** Size of the footer, of which the last bytes are the same for every table. */
const footerSize = 48
const magic = Buffer.from('57fb808b247547db', 'hex')
/** The compression of a block, in the byte after it; then comes its checksum, in four. */
const snappy = 1
const unknownCompression = 255

type Condition = 'intact' | 'corrupt' | 'no table'

/** The tables, logs and manifests of a database that are not intact, by name. Reads all of them. */
export async function damagedTables(database: string): Promise<Map<string, Condition>> {
  const damaged = new Map<string, Condition>()

  for await (const { name, condition } of damagedIn(database)) damaged.set(name, condition)

  return damaged
}

/**
 * Removes from a database what is no table, and lets a repair by LevelDB leave out the corrupt blocks of its tables,
 * which it would read.
 *
 * @returns the damage, a line for each
 */
export async function dropDamage(database: string): Promise<string[]> {
  const messages: string[] = []

  for await (const { name, table, condition } of damagedIn(database)) {
    messages.push(`${name} is ${condition}`)
    if (condition === 'corrupt' && indexOf(table))
      await writeFile(join(database, name), withoutCorrupt(table))
    else await rm(join(database, name))
  }

  return messages
}

/** Tables, and also logs and manifests, which have checksums of their own, but one may have been put in the place of another. */
async function* damagedIn(database: string) {
  const names = await readdir(database).catch(() => []) // the database does not exist yet

  for (const name of names.filter((each) => /\.(ldb|log)$|^MANIFEST-/.test(each))) {
    // Another process that has the database open may just have deleted the file.
    const table = await readFile(join(database, name)).catch(unlessMissing)
    const condition = table && conditionOf(name, table)

    if (condition && condition !== 'intact') yield { name, table, condition }
  }
}

/** What is no table may be one that a process did not finish when it ended: LevelDB deletes those that it does not need. */
function conditionOf(name: string, table: Buffer): Condition {
  if (!name.endsWith('.ldb')) {
    const isManifest = table.subarray(0, 64).includes('leveldb.BytewiseComparator')

    // One read as the other ends the process.
    return table.length === 0 || isManifest === name.startsWith('MANIFEST') ? 'intact' : 'corrupt'
  }

  const isComplete = table.length >= footerSize && table.subarray(-magic.length).equals(magic)

  if (!isComplete) return 'no table'

  // What is about the data counts too: with a corrupt filter LevelDB would not find records that exist.
  const isIntact = (['about', 'data'] as const).every((subject) =>
    indexOf(table, subject)?.every((place) => isIntactAt(table, place)),
  )

  return isIntact ? 'intact' : 'corrupt'
}

/** The table, with a compression of its corrupt blocks that LevelDB does not know: it takes all others. */
function withoutCorrupt(table: Buffer): Buffer {
  const result = Buffer.from(table)

  for (const place of indexOf(table) ?? [])
    if (!isIntactAt(table, place)) result[place.offset + place.size] = unknownCompression

  // The index in the place of the other one: there LevelDB finds nothing about the data, which it can do without.
  const footer = result.subarray(-footerSize)
  const reader = new Reader(footer)

  reader.place()

  const start = reader.at

  reader.place()

  const place = footer.subarray(start, reader.at)

  Buffer.concat([place, place]).copy(footer)

  return result
}

type Place = ReturnType<Reader['place']>

/** Whether the checksum of a block, which is that of its compressed bytes, is right. */
function isIntactAt(table: Buffer, { offset, size }: Place): boolean {
  const end = offset + size + 1

  return end + 4 <= table.length && crc32c(table.subarray(offset, end)) === unmasked(table.readUInt32LE(end))
}

/** A block; undefined if it is damaged. */
function blockAt(table: Buffer, place: Place): Buffer | undefined {
  if (!isIntactAt(table, place)) return undefined

  const { offset, size } = place
  const block = table.subarray(offset, offset + size)

  return table[offset + size] === snappy ? uncompress(block) : block
}

/** The places of the blocks of data, or of those about the data; undefined if their index is damaged. */
function indexOf(table: Buffer, subject: 'about' | 'data' = 'data'): Place[] | undefined {
  const footer = new Reader(table.subarray(-footerSize))
  const about = footer.place()
  const index = blockAt(table, subject === 'about' ? about : footer.place())

  if (!index) return undefined

  const restarts = index.readUInt32LE(index.length - 4)
  const end = index.length - 4 * (restarts + 1)
  const reader = new Reader(index)
  const places: Place[] = []

  while (reader.at < end) {
    const [, keySize] = [reader.number(), reader.number(), reader.number()]

    reader.at += keySize
    places.push(reader.place())
  }

  return places
}

/** Reads numbers of seven bits a byte, the lowest first; the highest bit is set in all bytes but the last. */
class Reader {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  number(): number {
    let number = 0

    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.at++] ?? 0

      number += (byte % 128) * factor
      if (byte < 128) return number
    }
  }

  place() {
    return { offset: this.number(), size: this.number() }
  }
}

/** LevelDB stores checksums rotated by 15 bits, plus a constant. */
function unmasked(stored: number): number {
  const rotated = (stored - 0xa282ead8) >>> 0

  return ((rotated >>> 17) | (rotated << 15)) >>> 0
}

function unlessMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}
