import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uncompress } from 'snappyjs'
import { hasCode } from '../../../data/model/shared/errors.ts'
import { crc32c } from '../../../sandbox/persistence/item-bytes.ts'

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

/** Names of the damaged tables of a database. */
export async function damagedTables(database: string): Promise<string[]> {
  const names = await readdir(database).catch(() => []) // the database does not exist yet
  const damaged: string[] = []

  for (const name of names.filter((name) => name.endsWith('.ldb'))) {
    // Another process that has the database open may just have deleted the file.
    const table = await readFile(join(database, name)).catch(unlessMissing)

    if (table && isComplete(table) && !isIntact(table)) damaged.push(name)
  }

  return damaged
}

/** The end of a process leaves incomplete tables, which LevelDB deletes. If it needs one, it reports that itself. */
function isComplete(table: Buffer): boolean {
  return table.length >= footerSize && table.subarray(-magic.length).equals(magic)
}

function isIntact(table: Buffer): boolean {
  const footer = new Reader(table.subarray(-footerSize))
  const indexes = [blockAt(table, footer.place()), blockAt(table, footer.place())]

  return indexes.every((index) => index && placesIn(index).every((place) => blockAt(table, place)))
}

interface Place {
  readonly offset: number
  readonly size: number
}

/** A block; undefined if it is damaged. */
function blockAt(table: Buffer, { offset, size }: Place): Buffer | undefined {
  const end = offset + size + 1

  if (end + 4 > table.length || crc32c(table.subarray(offset, end)) !== unmasked(table.readUInt32LE(end)))
    return undefined

  const block = table.subarray(offset, offset + size)

  return table[offset + size] === snappy ? uncompress(block) : block
}

/** The places that an index lists. Its entries are a key, of which only what differs from the one before is stored, and a place. */
function placesIn(index: Buffer): Place[] {
  const restarts = index.readUInt32LE(index.length - 4)
  const reader = new Reader(index.subarray(0, index.length - 4 * (restarts + 1)))
  const places: Place[] = []

  while (!reader.isAtEnd) {
    const [, keySize] = [reader.number(), reader.number(), reader.number()]

    reader.skip(keySize)
    places.push(reader.place())
  }

  return places
}

/** Reads numbers of seven bits a byte, the lowest first; the highest bit is set in all bytes but the last. */
class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  skip(count: number): void {
    this.#at += count
  }

  number(): number {
    let number = 0

    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++] ?? 0

      number += (byte % 128) * factor
      if (byte < 128) return number
    }
  }

  place(): Place {
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
