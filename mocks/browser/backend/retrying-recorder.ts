import { type LogRecorder, NotStored } from '../../persistence/log-recorder.ts'
import type { Checkpoint } from '../../sandbox/state/snapshots.ts'
import type { RecordedSandbox, Recorder } from '../../sandbox/state/recorder.ts'
import { reasonOf } from '../reason.ts'

/**
 * Lets a page continue when the browser can't store its changes. The failure is reported once; the next change tries
 * again, and then stores the whole state.
 */
export class RetryingRecorder implements Recorder {
  readonly #recorder: LogRecorder
  /** Sandboxes with changes that are not stored. */
  readonly #outdated = new WeakSet<RecordedSandbox>()
  #isFailing = false

  constructor(recorder: LogRecorder) {
    this.#recorder = recorder
  }

  open(sandbox: RecordedSandbox): Promise<void> {
    return this.#try(sandbox, () => this.#recorder.open(sandbox))
  }

  close(sandbox: RecordedSandbox): Promise<void> {
    return this.#try(sandbox, () => this.#recorder.close(sandbox))
  }

  record(sandbox: RecordedSandbox, current: Checkpoint, isMoreThanData: boolean): Promise<void> {
    return this.#try(sandbox, async () => {
      try {
        if (this.#outdated.has(sandbox)) await this.#recorder.rewrite(sandbox, current)
        else await this.#recorder.record(sandbox, current, isMoreThanData)
      } catch (error) {
        if (this.#outdated.has(sandbox)) throw error
        await this.#recorder.rewrite(sandbox, current)
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
