import type { UnzipFileFilter } from 'fflate'
import { TimeSlice } from '../../store/time-slice.ts'
import { InvalidRequest, messageOf } from '../../model/shared/errors.ts'

/** A file by its path inside the source. */
export interface SourceFile {
  readonly path: string
  readonly bytes: Uint8Array
}

export function isHar({ path }: SourceFile): boolean {
  return /\.har$/i.test(path)
}

/** The path of another file in the same folder. */
export function besideOf(path: string, name: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) + name
}

/** A JSON value, and where it was found. */
export interface Document {
  readonly place: string
  readonly value: unknown
  /** Whether it is one of several files of a folder or zip, which may contain other files too. */
  readonly isOneOfMany: boolean
}

/** Maximum unpacked size of a zip, in bytes. */
const maxBytes = 500 * 1024 * 1024

/** Number of files that are unpacked before other requests are handled. */
const batchSize = 2_000

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** @throws {InvalidRequest} when the zip is damaged or too large */
export async function unzip(bytes: Uint8Array, name: string): Promise<SourceFile[]> {
  // Loaded only when there is a zip.
  const { unzipSync } = await import('fflate')
  const slice = new TimeSlice()
  const files: SourceFile[] = []
  let size = 0
  let count = 0
  const unpackMatching = (filter: UnzipFileFilter) => unpack(() => unzipSync(bytes, { filter }), name)

  unpackMatching(({ originalSize }) => {
    size += originalSize
    count += 1

    return false
  })
  if (size > maxBytes) {
    throw new InvalidRequest({ [name]: `The zip contains more than ${maxBytes / 2 ** 20} MiB.` })
  }

  for (let start = 0; start < count; start += batchSize) {
    let index = -1
    const unpacked = unpackMatching(() => (index += 1) >= start && index < start + batchSize)

    for (const [path, content] of Object.entries(unpacked)) {
      if (!path.endsWith('/')) files.push({ path, bytes: content })
    }
    await slice.yieldWhenOver()
  }

  return files
}

function unpack(unzipAll: () => Record<string, Uint8Array>, name: string): Record<string, Uint8Array> {
  try {
    return unzipAll()
  } catch (error) {
    throw new InvalidRequest({ [name]: `The zip can't be unpacked: ${messageOf(error)}.` })
  }
}
