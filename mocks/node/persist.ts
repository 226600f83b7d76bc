import { mkdirSync } from 'node:fs'
import { createEmptySandbox, createSandbox, type SandboxOptions } from '../create-sandbox.ts'
import { wholeLog } from '../persistence/log-recorder.ts'
import { freshSandboxes, recordIn, restore, type RestoredSandboxes } from '../persistence/restored.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes, SandboxesOptions } from '../sandbox/sandboxes.ts'
import { LoggedWorld, LogEntry } from '../persistence/sandbox-log.ts'
import { FolderError } from './folder-error.ts'
import { FolderLog, latestGeneration, logPath } from './folder-log.ts'
import { lockFolder } from './folder-lock.ts'
import { readLog } from './log-file.ts'
import { messageOf } from '../model/shared/errors.ts'

export interface PersistOptions {
  /**
   * Whether a change is on the disk before it is answered, so that not even a power cut loses it. Default no: the
   * operating system has it, so that no end of the process loses it.
   */
  readonly flush?: boolean | undefined
  /** How many bytes the log may grow by before it is written anew without its history. Default 32 MiB. */
  readonly compactAfter?: number | undefined
}

/** Sandboxes that outlive the process. */
export interface PersistedSandboxes {
  /** For `listen()` or `createHandlers()`. */
  readonly sandboxes: Sandboxes
  /** Whether they were in the folder already; then the options of data and seed were not used. */
  readonly wasKept: boolean
  /** Lets go of the folder. Every change is there already. */
  readonly close: () => void
}

type AllOptions = SandboxOptions & SandboxesOptions & PersistOptions

/**
 * Keeps sandboxes in a folder: everything but their journals and what can be undone, which are the running process's.
 *
 * @example
 * const { sandboxes } = await openPersisted('./sandbox-data', { seed: 7 })
 * const server = await listen(sandboxes)
 *
 * @throws when another process uses the folder, or what is in it is damaged
 */
export async function openPersisted(folder: string, options: AllOptions = {}): Promise<PersistedSandboxes> {
  const unlock = lockIn(folder)

  try {
    const generation = latestGeneration(folder)
    const { sandboxes, log } =
      generation === undefined ? await begin(folder, options) : await resume(folder, generation, options)

    return {
      sandboxes,
      wasKept: generation !== undefined,
      close: () => {
        log.end()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw isFileError(error) ? unusable(folder, error) : error
  }
}

function lockIn(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true })

    return lockFolder(folder)
  } catch (error) {
    throw isFileError(error) ? unusable(folder, error) : error
  }
}

/** Whether the operating system refused to read or write. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function unusable(folder: string, error: Error): FolderError {
  return new FolderError(`Failed to open ${folder}: ${error.message}.`, { cause: error })
}

interface Opened {
  readonly sandboxes: Sandboxes
  readonly log: FolderLog
}

async function begin(folder: string, options: AllOptions): Promise<Opened> {
  const begun = freshSandboxes(await createSandbox(options))
  const log = new FolderLog(folder, settingsOf(options), wholeLog(begun.origin, [begun.main]))

  return { log, sandboxes: recordIn(log, begun, options) }
}

async function resume(folder: string, generation: number, options: AllOptions): Promise<Opened> {
  const { world, size } = await readWorld(logPath(folder, generation))
  const restored = reviveIn(folder, world, await createEmptySandbox(options))
  const log = new FolderLog(folder, settingsOf(options), { generation, size })

  return { log, sandboxes: recordIn(log, restored, options) }
}

function reviveIn(folder: string, world: LoggedWorld, empty: Sandbox): RestoredSandboxes {
  try {
    return restore(world, empty)
  } catch (error) {
    throw new FolderError(`Failed to open ${folder}: ${messageOf(error)}`)
  }
}

async function readWorld(path: string): Promise<{ world: LoggedWorld; size: number }> {
  const { entries, size } = readLog(path)
  const world = new LoggedWorld()

  for (const entry of entries) await world.apply(checkedEntry(path, entry))

  return { world, size }
}

function checkedEntry(path: string, entry: unknown): LogEntry {
  const parsed = LogEntry.safeParse(entry)

  if (parsed.success) return parsed.data

  throw new FolderError(
    `Failed to read ${path}: it has a line that this version does not know. Was it written by a later one?`,
  )
}

const defaultCompactAfter = 32 * 1024 * 1024

function settingsOf({ flush = false, compactAfter = defaultCompactAfter }: PersistOptions) {
  return { isFlushed: flush, compactAfter }
}
