import type * as ClassicLevelModule from 'classic-level'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, resolve, join } from 'node:path'
import { hasCode, messageOf } from '../../../data/model/shared/errors.ts'
import { UsageError } from '../command-line/arguments.ts'
import { existsSync, readFileSync } from 'node:fs'
import { logParts, type LogPart } from '../../../sandbox/persistence/log-storage.ts'

/**
 * Makes a folder, and those it is in. Not `mkdir({ recursive: true })`, which never ends where nothing can be made, as
 * below /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder)

  try {
    await mkdir(path)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      if ((await stat(path)).isDirectory()) return
      throw new FolderError(`${folder} is a file, not a folder. Choose another name.`)
    }
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path)
  }
}

/** @throws {FolderError} when a folder contains sandboxes, but not where this version opens them */
export async function rejectUnopenable(folder: string): Promise<void> {
  const names = await readdir(folder)

  if (names.includes('level')) return
  if (names.includes('level.repaired'))
    throw new FolderError(
      `A repair of ${folder} was interrupted. To finish it: entity-sandbox repair ${folder}`,
    )
  if (!names.some((name) => /^world\.\d+\.log$/.test(name))) return

  throw new FolderError(
    `${folder} was written by entity-sandbox 0.1.0, in a form that this version does not read. Take its data along: ` +
      `run "npx entity-sandbox@0.1.0 --persist ${folder}", save the response of GET /__sandbox/export as export.json, ` +
      'and start this version with --data export.json and another folder.',
  )
}

/** A folder of stored sandboxes can't be used: another process uses it, or it is damaged. */
export class FolderError extends UsageError {
  override readonly name = 'FolderError'
}

export type Database = ClassicLevelModule.ClassicLevel<string, Uint8Array>

/** @throws naming why: it is missing, damaged, or used by another process */
export async function openLevel(location: string, createIfMissing: boolean): Promise<Database> {
  const { ClassicLevel: Level } = await loadLevel()
  const database = new Level<string, Uint8Array>(location, {
    keyEncoding: 'utf8',
    valueEncoding: 'view',
    createIfMissing,
  })

  try {
    await database.open()

    return database
  } catch (error) {
    const { cause } = error instanceof Error ? error : {}

    throwIfInUse(error)
    if (!createIfMissing && isWithoutFile(location)) {
      throw new DatabaseDamage(messageOf(cause ?? error), { cause: error })
    }
    throw cause instanceof Error ? cause : error
  }
}

/**
 * Checks that no process uses a database, without changing it: told that none may exist, LevelDB locks the folder, finds
 * one, and fails.
 *
 * @throws when another process uses it
 */
export async function checkUnused(location: string): Promise<void> {
  const { ClassicLevel: Level } = await loadLevel()

  try {
    await new Level(location, { createIfMissing: false, errorIfExists: true }).open()
  } catch (error) {
    throwIfInUse(error)
  }
}

function throwIfInUse(cause: unknown): void {
  if (hasCode(cause, 'LEVEL_LOCKED'))
    throw new Error('another process is using it; stop that one, or choose another folder', { cause })
}

/** LevelDB reports a missing file and an unreadable disk with the same error. */
function isWithoutFile(location: string): boolean {
  const current = join(location, 'CURRENT')

  return !existsSync(current) || !existsSync(join(location, readFileSync(current, 'latin1').trimEnd()))
}

/** A database does not hold what was written to it. */
export class DatabaseDamage extends Error {
  override readonly name = 'DatabaseDamage'
}

/** Whether a failure is that a database is damaged, rather than that it can't be used now. */
export function isDamage(error: unknown): boolean {
  return (
    error instanceof DatabaseDamage ||
    hasCode(error, 'LEVEL_CORRUPTION') ||
    // A place beyond the end of a table.
    /^IO error: .*\.ldb: Invalid argument$/.test(messageOf(error))
  )
}

/** Puts together again what can be read of a database that can't be opened. */
export async function repairDatabase(location: string): Promise<void> {
  const { ClassicLevel: Level } = await loadLevel()

  await Level.repair(location)
}

/** Loaded only where something is stored: most sandboxes end with their process. */
async function loadLevel(): Promise<typeof ClassicLevelModule> {
  try {
    return await import('classic-level')
  } catch (error) {
    throw new FolderError(
      `Persisting sandboxes (--persist) requires the package classic-level, which can't be loaded (${messageOf(error)}). It is installed with this one unless optional dependencies are omitted: npm install classic-level.`,
      { cause: error },
    )
  }
}

/** Key of the number of batches written so far, which each batch updates. Sorts before every log. */
export const countKey = '#'

const digits = 12
const pattern = /^([\w-]{0,64})\/([012])\/(\d{12})$/

/** Keys sort by log, part and number. */
export function levelKey(log: string, part: LogPart, number: number): string {
  return `${log}/${logParts.indexOf(part)}/${String(number).padStart(digits, '0')}`
}

/** The parts of a key of a log; undefined for other keys. */
export function parseKey(key: string): { log: string; part: LogPart; number: number } | undefined {
  const [, log, index, number] = pattern.exec(key) ?? []
  const part = logParts[Number(index)]

  return log === undefined || part === undefined ? undefined : { log, part, number: Number(number) }
}

/** All keys of a log: "0" comes right after "/". */
export function rangeOf(log: string): { gte: string; lt: string } {
  return { gte: `${log}/`, lt: `${log}0` }
}
