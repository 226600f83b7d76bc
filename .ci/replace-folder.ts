import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces a folder with a new one that is filled beside it. If that fails or is interrupted, the folder is unchanged; the
 * next replacement removes what an interrupted process left.
 */
export async function replaceFolder(folder: string, fill: (path: string) => Promise<void>): Promise<void> {
  const prefix = `.${basename(folder)}-`
  const filling = join(dirname(folder), `${prefix}${process.pid}`)
  const old = `${filling}-old`

  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(join(dirname(folder), name), { recursive: true })
  }

  try {
    await fill(filling)
    // Renaming takes a moment, and leaves the folder unchanged if one of its files can't be removed.
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(filling, folder)
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(filling, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
