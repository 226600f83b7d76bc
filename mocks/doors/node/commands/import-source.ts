import { readPath } from '../../../data/import/sources/source-files.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { UsageError } from '../command-line/option.ts'

/**
 * The bytes of a file to import; of a folder, a zip of its files.
 *
 * @throws {UsageError} when it can't be read
 */
export async function bytesAt(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { files, isFolder } = await readPath(path, 'path')
    const [file] = files

    if (!isFolder && file) return new Uint8Array(file.bytes)

    const { zipSync } = await import('fflate')

    return zipSync(Object.fromEntries(files.map((each) => [each.path, each.bytes])))
  } catch (error) {
    throw error instanceof InvalidRequest ? new UsageError(error.message) : error
  }
}
