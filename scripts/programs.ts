import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs with some names in the folders of PATH, in the order of the names. */
export function onPath(...names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)

  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)

    return true
  } catch {
    return false
  }
}
