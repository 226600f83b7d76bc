import { statSync, closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseDamage, type Database, countKey } from './level-database.ts'
import { crc32 } from '../../../data/model/shared/bytes.ts'

/** Where things are in a folder of LevelDB, and what is read and written there besides the logs. */

export function databasePath(folder: string): string {
  return join(folder, 'level')
}

/** A repaired database that has not replaced the damaged one yet; it is complete. */
export function repairedPath(folder: string): string {
  return `${databasePath(folder)}.repaired`
}

export function writeMarkPath(folder: string): string {
  return join(databasePath(folder), 'acknowledged')
}

/** LevelDB never replaces its lock file. It is not opened here: that would release the lock. */
export function inodeOf(folder: string): number {
  return statSync(join(databasePath(folder), 'LOCK'), { throwIfNoEntry: false })?.ino ?? -1
}

export async function writeCountOf(database: Database): Promise<number> {
  for await (const bytes of database.values({ gte: countKey, lte: countKey })) {
    if (bytes.length === 8) return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0)
  }

  return 0
}

export function numberBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(8)

  new DataView(bytes.buffer).setFloat64(0, count)

  return bytes
}

export function unknownKeyMessage(key: string): string {
  return `it contains the unknown key ${JSON.stringify(key)}`
}

export function throwDamage(what: string): void {
  throw new DatabaseDamage(what)
}

const size = 12

/**
 * Stores in a separate file how many writes to a database were acknowledged. A database drops an incomplete end of its
 * log, as after a crash; this number tells whether acknowledged writes were lost.
 */
export class WriteMark {
  readonly #descriptor: number

  /** @throws when the file can't be written */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'a+')
    closeSync(this.#descriptor)
    this.#descriptor = openSync(path, 'r+')
  }

  /** The stored number; undefined if the file is empty or damaged. */
  read(): number | undefined {
    const bytes = Buffer.alloc(size)
    const read = readSync(this.#descriptor, bytes, 0, size, 0)

    if (read < size || crc32(bytes.subarray(0, 8)) !== bytes.readUInt32LE(8)) return undefined

    return bytes.readDoubleLE(0)
  }

  write(count: number): void {
    const bytes = Buffer.alloc(size)

    bytes.writeDoubleLE(count, 0)
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 8)), 8)
    writeSync(this.#descriptor, bytes, 0, size, 0)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}
