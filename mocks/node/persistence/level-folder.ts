import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseDamage, type Database } from './level-database.ts'
import { countKey } from './level-keys.ts'

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

export function lockPath(folder: string): string {
  return join(databasePath(folder), 'LOCK')
}

/** LevelDB never replaces its lock file. It is not opened here: that would release the lock. */
export function inodeOf(folder: string): number {
  return statSync(lockPath(folder), { throwIfNoEntry: false })?.ino ?? -1
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
