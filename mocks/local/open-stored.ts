import { createEmptySandbox, buildSandbox, type CreateSandboxOptions } from './build-sandbox.ts'
import { LogRecorder } from '../sandbox/persistence/log-recorder.ts'
import type { LogStorage } from '../sandbox/persistence/log-storage.ts'
import {
  restoreSandboxes,
  readInitialState,
  sandboxesOf,
  writeInitialState,
} from '../sandbox/persistence/restore-sandboxes.ts'
import type { Sandboxes, SandboxesOptions } from '../sandbox/sandboxes.ts'

export interface StoredSandboxesOptions extends CreateSandboxOptions, SandboxesOptions {
  /** Bytes of history after which the log of a sandbox is compacted. Default 4 MiB. */
  readonly compactAfter?: number | undefined
}

/** Sandboxes that outlive the process. */
export interface StoredSandboxes {
  /** For `createFetchHandler()`, `listen()` or `createHandlers()`. */
  readonly sandboxes: Sandboxes
  /** Whether they were restored; the options of data and seed were then not used. */
  readonly wasRestored: boolean
  /** Closes the storage. Every acknowledged change is stored already. */
  readonly close: () => Promise<void>
}

/**
 * Opens the sandboxes of a storage; at the first start, creates the default one. All that a sandbox knows is stored, each
 * change before it is acknowledged; its journal, its history for undo and held requests end with the process.
 *
 * @param atStorage runs each access to the storage, to convert errors
 *
 * @example
 * const { sandboxes } = await openStored(storageOf(state.storage), { seed: 7 })
 * const handle = createFetchHandler(sandboxes)
 */
export async function openStored(
  storage: LogStorage,
  options: StoredSandboxesOptions = {},
  atStorage: <R>(work: () => Promise<R>) => Promise<R> = (work) => work(),
): Promise<StoredSandboxes> {
  try {
    const saved = await atStorage(() => readInitialState(storage))
    const initial = saved ?? (await buildSandbox(options)).state

    if (!saved) await atStorage(() => writeInitialState(storage, initial))

    const empty = await createEmptySandbox(options)
    const restored = await atStorage(() => restoreSandboxes(storage, initial, empty))
    const recorder = new LogRecorder(storage, initial, options)

    let closed: Promise<void> | undefined

    return {
      sandboxes: sandboxesOf(restored, recorder, recorder, options),
      wasRestored: saved !== undefined,
      close: () => (closed ??= recorder.settled().then(() => storage.close())),
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}
