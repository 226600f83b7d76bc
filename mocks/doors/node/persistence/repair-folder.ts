import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createEmptySandbox } from '../../../local/build-sandbox.ts'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { LogRecorder } from '../../../sandbox/persistence/log-recorder.ts'
import type { LogStorage } from '../../../sandbox/persistence/log-storage.ts'
import {
  restoreSandboxes,
  readInitialState,
  writeInitialState,
} from '../../../sandbox/persistence/restore-sandboxes.ts'
import { FolderError, checkUnused, isDamage, repairDatabase } from './level-database.ts'
import { databasePath, repairedPath, LevelStorage } from './level-storage.ts'
import { dropDamage } from './leveldb-files.ts'

/**
 * Repairs a folder that can't be opened. What can be read of a copy of its database is written to a new one, which
 * takes its place; the damaged one is kept beside it, unchanged. A sandbox with a damaged log keeps what precedes the
 * damage.
 *
 * @returns the damage, what is intact and where the database is kept, by line; without damage, the folder is unchanged
 *
 * @throws {FolderError} when there is no readable initial state, or another process uses the folder
 */
export async function repairFolder(folder: string): Promise<string[]> {
  const work = join(folder, 'repairing')
  const messages: string[] = []

  try {
    // A repair that was interrupted after the damaged database was moved, and before the repaired one was.
    if (!existsSync(databasePath(folder)) && existsSync(repairedPath(folder)))
      await rename(repairedPath(folder), databasePath(folder))
    if (!existsSync(databasePath(folder))) throw new FolderError(`${folder} contains no sandboxes.`)
    await checkUnused(databasePath(folder))
    await rm(work, { recursive: true, force: true })
    await cp(databasePath(folder), databasePath(work), { recursive: true })

    const storage = await openDamaged(work, messages)
    let intact

    try {
      await rm(repairedPath(folder), { recursive: true, force: true })
      await mkdir(join(work, 'new'))
      intact = await salvage(readOnly(storage), join(work, 'new'), messages)
    } finally {
      await storage.close()
    }
    if (messages.length > 0) {
      await checkUnused(databasePath(folder))
      await rename(databasePath(join(work, 'new')), repairedPath(folder))
      messages.push(intact, `the damaged database is kept as ${await replaceDatabase(folder)}`)
    }
  } catch (error) {
    if (error instanceof FolderError) throw error
    throw new FolderError(`${folder} can't be repaired: ${messageOf(error).replaceAll(work, folder)}.`, {
      cause: error,
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }

  return [...new Set(messages)].map((message) => message.replaceAll(work, folder))
}

async function openDamaged(folder: string, messages: string[]): Promise<LevelStorage> {
  const onDamage = (what: string) => void messages.push(what)
  const open = async () => {
    const storage = await LevelStorage.open(folder, { flush: false, onDamage })

    try {
      await storage.list() // reads all tables

      return storage
    } catch (error) {
      await storage.close()
      throw error
    }
  }

  try {
    return await open()
  } catch (error) {
    if (!isDamage(error)) throw error

    const dropped = await dropDamage(databasePath(folder))

    if (dropped.length === 0) onDamage(`its database can't be opened: ${messageOf(error)}`)
    messages.push(...dropped)
    await repairDatabase(databasePath(folder))

    return open()
  }
}

/** @returns a line that says how much is intact */
async function salvage(damaged: LogStorage, folder: string, messages: string[]): Promise<string> {
  const onDamage = ({ message }: Error) => void messages.push(message)
  const initial = await readInitialState(damaged, { onDamage })

  if (!initial) throw new Error('the initial state of its sandboxes is missing')

  const read = await restoreSandboxes(damaged, initial, await createEmptySandbox(), { onDamage })
  const sandboxes = [read.defaultSandbox, ...read.others].map(({ sandbox }) => sandbox)
  const storage = await LevelStorage.open(folder, { flush: true })

  for (const { reason } of read.setAside.values()) messages.push(`${reason}; it is left out`)

  try {
    const recorder = new LogRecorder(storage, initial)

    await writeInitialState(storage, initial)
    for (const sandbox of sandboxes) await recorder.createLog(sandbox)
  } finally {
    await storage.close()
  }

  return `intact: ${sandboxes.map(({ id, data }) => `${data.entities.size} entities in ${id}`).join(', ')}`
}

const noop = () => Promise.resolve()

/** Without writes: reading a log would remove leftover items, which may fail in a damaged database. */
function readOnly(storage: LogStorage): LogStorage {
  return {
    list: () => storage.list(),
    open: async (name) => ({ ...(await storage.open(name)), put: noop, remove: noop }),
    close: noop,
  }
}

/** Replaces the database, returning its new name. Both are in the folder meanwhile, so that a failure loses neither. */
async function replaceDatabase(folder: string): Promise<string> {
  let number = 1

  while (existsSync(`${databasePath(folder)}.damaged-${number}`)) number++

  const aside = `${databasePath(folder)}.damaged-${number}`

  await rename(databasePath(folder), aside)
  try {
    await rename(repairedPath(folder), databasePath(folder))

    return basename(aside)
  } catch (error) {
    await rename(aside, databasePath(folder))
    throw error
  }
}
