import { constants, existsSync, statSync } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { UsageError } from './arguments.ts'

/** An integer with commas between thousands: `1,053`. `toLocaleString()` would delay the start by 20 ms. */
export function thousands(integer: number): string {
  const digits = String(integer)
  const first = digits.length % 3 || 3
  const groups = digits.slice(first).match(/\d{3}/g) ?? []

  return [digits.slice(0, first), ...groups].join(',')
}

/**
 * Checks, before work that takes long, that a file can be written or created.
 *
 * @throws {UsageError} when it is a folder or read-only, or its folder does not exist or can't be written to
 */
export async function checkOutputFile(file: string): Promise<void> {
  const folder = dirname(resolve(file))

  if (!existsSync(folder)) throw new UsageError(`${file} can't be written: there is no folder ${folder}.`)
  if (existsSync(file) && statSync(file).isDirectory()) {
    throw new UsageError(`${file} can't be written: it is a folder.`)
  }

  await access(existsSync(file) ? file : folder, constants.W_OK).catch((error: unknown) => {
    throw new UsageError(`${file} can't be written: ${messageOf(error)}.`)
  })
}

/** Writes a file that the user named. @throws {UsageError} when it can't be written */
export async function writeOutputFile(file: string, content: Iterable<string> | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((error: unknown) => {
    throw new UsageError(`${file} can't be written: ${messageOf(error)}.`)
  })
}
