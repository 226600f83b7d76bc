import { type SandboxOptions, DataOptions, optionsIn } from '../../../local/config.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { createService } from '../../../local/create-service.ts'
import { BrowserStorage } from './browser-storage.ts'
import { handOverJournals, resumeJournals } from './journal-handover.ts'
import { LogRecorder, NotStored } from '../../../sandbox/persistence/log-recorder.ts'
import { restoreSandboxes, sandboxesOf } from '../../../sandbox/persistence/restore-sandboxes.ts'
import { warningsTo } from '../../../sandbox/journal/verification.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { Sandboxes } from '../../../sandbox/sandboxes.ts'
import { reasonOf } from '../reason.ts'
import { provideRandomUuid } from './random-uuid.ts'
import { shareBackend, type Backend } from './shared-backend.ts'
import { hash128 } from '../../../service/http/replies/hash.ts'
import { version } from '../../../data/model/shared/version.ts'
import type { SandboxState, RecordedSandbox, ChangeRecorder } from '../../../sandbox/state/sandbox-state.ts'

interface StoredSandboxes {
  readonly sandboxes: Sandboxes
  readonly recorder: LogRecorder
}

/**
 * Opens the backend of a page: its own, which is discarded with the page, or the one that is stored in the browser and
 * shared by all tabs.
 */
export async function openBackend(options: SandboxOptions, persist: boolean): Promise<Backend> {
  provideRandomUuid()
  if (!persist) return backendOf(new Sandboxes(await buildSandbox(options)))

  const name = backendName(options)

  return shareBackend(name, async () => openStoredBackend(name, await buildSandbox(options)))
}

/**
 * Opens the stored backend with this name; if the browser can't store it, one in memory.
 *
 * @param template the sandbox made from the options; the same at every start
 */
export async function openStoredBackend(name: string, template: Sandbox): Promise<Backend> {
  const storage = new BrowserStorage(name)

  try {
    await withRetries(() => storage.beginOpening(template.clock.machineNow()))

    return storedBackendOf(await openSandboxes(storage, template), storage)
  } catch (error) {
    console.info(
      `[entity-sandbox] Changes will be lost when this page closes: the browser can't store them (${reasonOf(error)}).`,
    )
    void storage.close()

    return backendOf(new Sandboxes(template))
  }
}

/** Opens the stored sandboxes with their journals. Those that can't be restored are set aside. */
async function openSandboxes(storage: BrowserStorage, template: Sandbox): Promise<StoredSandboxes> {
  const stored = await withRetries(() => readSandboxes(storage, template))

  for (const [id, { reason }] of stored.sandboxes.setAside) {
    console.error(
      `[entity-sandbox] ${reason}. Its requests are rejected; to start it anew: DELETE /__sandbox/sandboxes/${id}.`,
    )
  }
  // Removed only now: a page that is closed while it reads leaves them to the next one.
  resumeJournals(storage.backendName, sandboxesWithLogs(stored))

  return stored
}

async function readSandboxes(storage: BrowserStorage, template: Sandbox): Promise<StoredSandboxes> {
  const initial = template.state
  const restored = await restoreSandboxes(storage, initial, template)
  const recorder = new LogRecorder(storage, initial)

  return { sandboxes: sandboxesOf(restored, recorder, new RetryingRecorder(recorder)), recorder }
}

/** Those that the next page will find: others end with the page. */
function sandboxesWithLogs({ sandboxes, recorder }: StoredSandboxes): Sandbox[] {
  return sandboxes.list().filter((sandbox) => recorder.isRecorded(sandbox))
}

/** How many times a page tries to open the stored backend. */
const maxAttempts = 4

/** The pause between two attempts, in milliseconds. */
const retryDelay = 100

/** Retries what the browser rejected: while it closes the previous page, it may lose the connection to its database. */
async function withRetries<R>(work: () => Promise<R>, attemptsLeft = maxAttempts): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (attemptsLeft === 1 || !(error instanceof DOMException) || error.name === 'SecurityError') throw error
    await new Promise((resolve) => setTimeout(resolve, retryDelay))

    return withRetries(work, attemptsLeft - 1)
  }
}

/** A backend for the given sandboxes, which are discarded with the page. */
export function backendOf(sandboxes: Sandboxes): Backend {
  const service = createService(sandboxes)

  service.onJournaled = warningsTo((text) => console.warn(text))

  return { sandboxes, handle: (...call) => service.handle(...call), close: () => undefined }
}

function storedBackendOf(stored: StoredSandboxes, storage: BrowserStorage): Backend {
  const backend = backendOf(stored.sandboxes)
  const handOver = () => handOverJournals(storage.backendName, sandboxesWithLogs(stored))

  addEventListener('pagehide', handOver)

  return {
    ...backend,
    close() {
      removeEventListener('pagehide', handOver)
      handOver()
      void storage.close()
    },
  }
}

/**
 * The name by which a backend is stored and shared: the same for tabs with the same data options and scenario; of the
 * other options, those of the leading tab apply. It contains the version of the package, since another version may
 * generate other data.
 */
function backendName(options: SandboxOptions): string {
  const sources = JSON.stringify({ ...optionsIn(DataOptions, options), scenario: options.scenario })
  const hash = hash128(new TextEncoder().encode(sources)).map((part) => (part >>> 0).toString(36))

  return `entity-sandbox ${version} ${hash.join('')}`
}

/**
 * Lets a page continue when the browser can't store its changes. The failure is reported once; the next change tries
 * again, and then stores the whole state.
 */
class RetryingRecorder implements ChangeRecorder {
  readonly #recorder: LogRecorder
  /** Sandboxes with changes that are not stored. */
  readonly #outdated = new WeakSet<RecordedSandbox>()
  #isFailing = false

  constructor(recorder: LogRecorder) {
    this.#recorder = recorder
  }

  createLog(sandbox: RecordedSandbox): Promise<void> {
    return this.#try(sandbox, () => this.#recorder.createLog(sandbox))
  }

  deleteLog(sandbox: RecordedSandbox): Promise<void> {
    return this.#try(sandbox, () => this.#recorder.deleteLog(sandbox))
  }

  record(sandbox: RecordedSandbox, next: SandboxState): Promise<void> {
    return this.#try(sandbox, async () => {
      try {
        if (this.#outdated.has(sandbox)) await this.#recorder.rewrite(sandbox, next)
        else await this.#recorder.record(sandbox, next)
      } catch (error) {
        if (this.#outdated.has(sandbox)) throw error
        await this.#recorder.rewrite(sandbox, next)
      }
      this.#outdated.delete(sandbox)
    })
  }

  async #try(sandbox: RecordedSandbox, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      if (this.#isFailing) console.info('[entity-sandbox] Changes are saved in this browser again.')
      this.#isFailing = false
    } catch (error) {
      this.#outdated.add(sandbox)
      if (!this.#isFailing) {
        console.error(
          `[entity-sandbox] Changes from now on will be lost when this page closes: the browser can't store them (${reasonOf(error instanceof NotStored ? error.cause : error)}).`,
        )
      }
      this.#isFailing = true
    }
  }
}
