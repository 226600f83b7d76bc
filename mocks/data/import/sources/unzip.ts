import type { UnzipFileFilter } from 'fflate'
import { TimeSlice } from '../../store/time-slice.ts'
import { InvalidRequest, messageOf } from '../../model/shared/errors.ts'
import type { SourceFile } from './source-file.ts'

/** Maximum unpacked size of a zip, and of a file in it, in MiB. What is read of JSON takes several times as much. */
const [maxSize, maxFileSize] = [256, 64]

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
  let [size, largest] = [0, 0]
  let count = 0
  const unpackMatching = (filter: UnzipFileFilter) => unpack(() => unzipSync(bytes, { filter }), name)

  unpackMatching(({ originalSize }) => {
    size += originalSize
    largest = Math.max(largest, originalSize)
    count += 1

    return false
  })
  if (size > maxSize * 2 ** 20 || largest > maxFileSize * 2 ** 20) {
    throw new InvalidRequest({
      [name]: `The zip contains more than ${maxSize} MiB, or a file of more than ${maxFileSize} MiB. Import the files without a zip.`,
    })
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
