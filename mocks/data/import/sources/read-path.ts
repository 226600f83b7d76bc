import { hasCode, InvalidRequest, messageOf } from '../../model/shared/errors.ts'
import { attachedPaths, type SourceFile } from './source-file.ts'

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
  const fs = builtin('node:fs/promises')

  if (!fs) {
    throw new InvalidRequest({
      [name]: `"${path}" can't be read here: provide the content of the file, not its path.`,
    })
  }

  try {
    if (!(await fs.stat(path)).isDirectory()) {
      const file = { path, bytes: await fs.readFile(path) }
      const files: SourceFile[] = [file]

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
    throw new InvalidRequest({ [name]: `${path} can't be read: ${reasonOf(error)}.` })
  }
}

function builtin(name: 'node:fs/promises') {
  return typeof process === 'object' ? process.getBuiltinModule?.(name) : undefined
}

function reasonOf(error: unknown): string {
  return hasCode(error, 'ENOENT') ? 'there is no such file or folder' : messageOf(error)
}
