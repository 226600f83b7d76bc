import { readFile } from 'node:fs/promises'
import { UsageError } from './usage-error.ts'
import { messageOf } from '../../model/shared/errors.ts'

/** @throws {UsageError} when the file can't be read, or is not JSON */
export async function readJson(path: string): Promise<unknown> {
  let text: string

  try {
    text = await readFile(path, 'utf8')
  } catch {
    throw new UsageError(`${path} can't be read: there is no such file, or no permission.`)
  }

  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${messageOf(error)}`)
  }
}
