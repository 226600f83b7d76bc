import { InvalidRequest, messageOf } from '../../model/shared/errors.ts'
import type { SourceFile } from './source-file.ts'

/** How many bytes a zip may hold when it is unpacked. */
const mostBytes = 500 * 1024 * 1024

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** @throws {InvalidRequest} when it is damaged, or larger than a sandbox reads */
export async function unzip(bytes: Uint8Array, name: string): Promise<SourceFile[]> {
  // Loaded only when there is a zip.
  const { unzipSync } = await import('fflate')
  let size = 0
  const isWithinLimit = (file: { originalSize: number }) => {
    size += file.originalSize

    return size <= mostBytes
  }
  const files = unpack(() => unzipSync(bytes, { filter: isWithinLimit }), name)

  if (size > mostBytes) {
    throw new InvalidRequest({ [name]: `The zip holds more than ${mostBytes / 2 ** 20} MiB.` })
  }

  return Object.entries(files)
    .filter(([path]) => !path.endsWith('/'))
    .map(([path, content]) => ({ path, bytes: content }))
}

function unpack(unzipAll: () => Record<string, Uint8Array>, name: string): Record<string, Uint8Array> {
  try {
    return unzipAll()
  } catch (error) {
    throw new InvalidRequest({ [name]: `The zip can't be unpacked: ${messageOf(error)}.` })
  }
}
