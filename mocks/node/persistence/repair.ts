import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createEmptySandbox } from '../../create-sandbox.ts'
import { messageOf } from '../../model/shared/errors.ts'
import { LogRecorder } from '../../persistence/log-recorder.ts'
import type { LogStorage } from '../../persistence/log-storage.ts'
import { readLogs, readInitialImage, writeInitialImage } from '../../persistence/restored.ts'
import { FolderError } from './folder-error.ts'
import { isInUse, repairDatabase } from './level-database.ts'
import { databaseIn } from './level-folder.ts'
import { LevelStorage } from './level-storage.ts'

/**
 * Makes a folder that can't be opened one that can: what is whole is rewritten, what was there before is put aside
 * within the folder. Of a sandbox whose log is damaged stays what came before the damage.
 *
 * @returns what was wrong with it, a line each; nothing was done when there are none
 *
 * @throws {FolderError} when there is nothing to go on from
 */
export async function repairFolder(folder: string): Promise<string[]> {
  if (!existsSync(databaseIn(folder))) throw new FolderError(`${folder} contains no sandboxes.`)

  const repaired = join(folder, 'repaired')
  const messages: string[] = []

  try {
    const storage = await openDamaged(folder, messages)

    try {
      await rm(repaired, { recursive: true, force: true })
      await mkdir(repaired)
      await salvage(readOnly(storage), repaired, messages)
    } finally {
      await storage.close()
    }
    if (messages.length > 0) await swap(folder, repaired)
  } catch (error) {
    if (error instanceof FolderError) throw error
    throw new FolderError(`${folder} can't be repaired: ${messageOf(error)}.`, { cause: error })
  } finally {
    await rm(repaired, { recursive: true, force: true })
  }

  return messages
}

async function openDamaged(folder: string, messages: string[]): Promise<LevelStorage> {
  const onDamage = (what: string) => {
    messages.push(what)
  }
  const open = () => LevelStorage.open(folder, { isFlushed: false, onDamage })

  try {
    return await open()
  } catch (error) {
    if (isInUse(error)) throw error
    onDamage(`its database can't be opened: ${messageOf(error)}`)
    await repairDatabase(databaseIn(folder))

    return open()
  }
}

async function salvage(damaged: LogStorage, folder: string, messages: string[]): Promise<void> {
  const onDamage = ({ message }: Error) => {
    messages.push(message)
  }
  const initial = await readInitialImage(damaged, { onDamage })

  if (!initial) throw new Error('the initial state of its sandboxes is missing')

  const read = await readLogs(damaged, initial, await createEmptySandbox(), { onDamage })
  const storage = await LevelStorage.open(folder, { isFlushed: true })

  try {
    const recorder = new LogRecorder(storage, initial)

    await writeInitialImage(storage, initial)
    for (const { sandbox } of [read.defaultSandbox, ...read.others]) await recorder.open(sandbox)
  } finally {
    await storage.close()
  }
}

const nothing = () => Promise.resolve()

/** Nothing is written to what is damaged. */
function readOnly(storage: LogStorage): LogStorage {
  return {
    list: () => storage.list(),
    open: async (name) => ({ ...(await storage.open(name)), put: nothing, remove: nothing }),
    close: nothing,
  }
}

async function swap(folder: string, repaired: string): Promise<void> {
  let number = 1

  while (existsSync(`${databaseIn(folder)}.damaged-${number}`)) number++

  await rename(databaseIn(folder), `${databaseIn(folder)}.damaged-${number}`)
  await rename(databaseIn(repaired), databaseIn(folder))
}
