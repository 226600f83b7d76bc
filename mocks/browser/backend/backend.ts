import type { SandboxOptions } from '../../config.ts'
import { createSandbox } from '../../create-sandbox.ts'
import { handleLazily } from '../../first-routes.ts'
import { journalHandover, resumeJournals } from '../../persistence/journal-handover.ts'
import { LogRecorder } from '../../persistence/log-recorder.ts'
import { readLogs, sandboxesOf } from '../../persistence/restored.ts'
import { initialStateOf, storedStateOf } from '../../persistence/stored-state.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { reasonOf } from '../reason.ts'
import { BrowserStorage } from './browser-storage.ts'
import { RetryingRecorder } from './retrying-recorder.ts'
import { provideRandomUuid } from './random-uuid.ts'
import { shareBackend, type Backend } from './shared-backend.ts'
import { backendName } from './backend-name.ts'

/**
 * Opens the backend of a page: its own, which is discarded with the page, or the one that is stored in the browser and
 * shared by all tabs.
 */
export async function openBackend(options: SandboxOptions, persist: boolean): Promise<Backend> {
  provideRandomUuid()
  if (!persist) return backendOf(new Sandboxes(await createSandbox(options)))

  const name = backendName(options)

  return shareBackend(name, async () => openDatabase(name, await createSandbox(options)))
}

/**
 * Opens the stored backend of a name.
 *
 * @param template the sandbox made from the options; the same at every start
 */
async function openDatabase(name: string, template: Sandbox): Promise<Backend> {
  const storage = new BrowserStorage(name)

  try {
    const journals = await withRetries(() => storage.enter(template.clock.machineNow()))
    const sandboxes = await withRetries(() => openSandboxes(storage, template))

    resumeJournals(
      sandboxes.list().map(({ sandbox }) => sandbox),
      journals,
    )

    return backendOf(sandboxes, storage)
  } catch (error) {
    console.info(
      `[entity-sandbox] Changes will be lost when this page closes: the browser can't store them (${reasonOf(error)}).`,
    )

    return backendOf(new Sandboxes(template))
  }
}

async function openSandboxes(storage: BrowserStorage, template: Sandbox): Promise<Sandboxes> {
  const initial = initialStateOf(storedStateOf(template))
  const open = async () => {
    const logs = await readLogs(storage, initial, template)
    const recorder = new LogRecorder(storage, initial)

    return sandboxesOf(logs, recorder, new RetryingRecorder(recorder))
  }

  try {
    return await open()
  } catch (error) {
    // The browser failed; the stored data may be intact.
    if (error instanceof DOMException) throw error
    console.error(
      `[entity-sandbox] The data stored in this browser can't be read (${reasonOf(error)}); starting with initial data.`,
    )
    await storage.clear()

    return open()
  }
}

/** How often a page tries to open the stored backend, and the pause in between, in milliseconds. */
const [times, pause] = [4, 100]

/** Retries what the browser rejected: while it closes the previous page, it may lose the connection to its database. */
async function withRetries<R>(work: () => Promise<R>, left = times): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (left === 1 || !(error instanceof DOMException) || error.name === 'SecurityError') throw error
    await new Promise((resolve) => setTimeout(resolve, pause))

    return withRetries(work, left - 1)
  }
}

/** A backend for the given sandboxes. */
export function backendOf(sandboxes: Sandboxes, storage?: BrowserStorage): Backend {
  const leave = () => storage?.leave(sandboxes.list().map(({ sandbox }) => journalHandover(sandbox)))

  if (storage) addEventListener('pagehide', leave)

  return {
    handle: handleLazily(sandboxes),
    close() {
      removeEventListener('pagehide', leave)
      leave()
      void storage?.close()
    },
  }
}
