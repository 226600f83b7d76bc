import { hasCode, InvalidRequest, messageOf } from '../../model/shared/errors.ts'
import type { UnzipFileFilter } from 'fflate'
import { TimeSlice } from '../../store/time-slice.ts'

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

/** The files beside an archive that have its bodies. They are never elsewhere. */
export function attachedPaths(file: SourceFile): string[] {
  const text = isHar(file) ? new TextDecoder().decode(file.bytes) : ''
  const names = text.matchAll(/"_file"\s*:\s*"(\w[\w.-]*)"/g)

  return [...new Set(Array.from(names, ([, name = '']) => besideOf(file.path, name)))]
}

/** A JSON value, and where it was found. */
export interface Document {
  readonly place: string
  readonly value: unknown
  /** Whether it is one of several files of a folder or zip, which may contain other files too. */
  readonly isOneOfMany: boolean
}

/**
 * Reads a file, or all files of a folder in the order of their names. Requires Node, whose modules are resolved at run
 * time, so that bundles for browsers need no replacement for them.
 *
 * @throws {InvalidRequest} when there is no such file, or no file system
 */
export async function readPath(
  path: string,
  name: string,
): Promise<{ files: SourceFile[]; isFolder: boolean }> {
  const fs = typeof process === 'object' ? process.getBuiltinModule?.('node:fs/promises') : undefined

  if (!fs) {
    throw new InvalidRequest({
      [name]: `"${path}" can't be read here: provide the content of the file, not its path.`,
    })
  }

  try {
    if (!(await fs.stat(path)).isDirectory()) {
      const file = { path, bytes: await fs.readFile(path) }
      const files: SourceFile[] = [file]

      if (/\.zip$/i.test(path) && !isZip(file.bytes)) throw new Error('it is not a zip')
      for (const beside of attachedPaths(file)) {
        try {
          files.push({ path: beside, bytes: await fs.readFile(beside) })
        } catch (error) {
          // An archive without some of its files is one without some bodies.
          if (!hasCode(error, 'ENOENT')) throw error
        }
      }

      return { files, isFolder: false }
    }

    const entries = await fs.readdir(path, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
      .sort()
    const files: SourceFile[] = []

    for (const file of paths) {
      files.push({ path: file.slice(path.replace(/\/$/, '').length + 1), bytes: await fs.readFile(file) })
    }

    return { files, isFolder: true }
  } catch (error) {
    throw new InvalidRequest({ [name]: `${name}: ${path} can't be read: ${reasonOf(error)}.` })
  }
}

function reasonOf(error: unknown): string {
  return hasCode(error, 'ENOENT') ? 'there is no such file or folder' : messageOf(error)
}

/** Maximum unpacked size of a zip, and of a file in it, in MiB. What is read of JSON takes several times as much. */
const [maxSize, maxFileSize] = [256, 64]

/** Number of files that are unpacked before other requests are handled. */
const batchSize = 2_000

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) // 5 if it is empty
}

/** @throws {InvalidRequest} when the zip is damaged or too large */
export async function unzip(bytes: Uint8Array, name: string): Promise<SourceFile[]> {
  // Loaded only when there is a zip.
  const { unzipSync } = await import('fflate')
  const slice = new TimeSlice()
  const files: SourceFile[] = []
  let [size, largest] = [0, 0]
  let count = 0
  const unpack = (filter: UnzipFileFilter) => {
    try {
      return unzipSync(bytes, { filter })
    } catch (error) {
      throw new InvalidRequest({ [name]: `The zip can't be unpacked: ${messageOf(error)}.` })
    }
  }

  unpack(({ originalSize }) => {
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
    const unpacked = unpack(() => (index += 1) >= start && index < start + batchSize)

    for (const [path, content] of Object.entries(unpacked)) {
      if (!path.endsWith('/')) files.push({ path, bytes: content })
    }
    await slice.yieldWhenOver()
  }

  return files
}
