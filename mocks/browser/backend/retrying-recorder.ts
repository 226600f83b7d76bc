import type { LogRecorder } from '../../persistence/log-recorder.ts'
import { NotStored } from '../../persistence/not-stored.ts'
import type { Checkpoint } from '../../sandbox/state/checkpoint.ts'
import type { RecordedSandbox, Recorder } from '../../sandbox/state/recorder.ts'
import { reasonOf } from '../reason.ts'

/**
 * Lets a page go on where the browser can't keep what happens in it: it says so, once, and tries again with the next
 * change, to keep all that there is by then.
 */
export class RetryingRecorder implements Recorder {
  readonly #recorder: LogRecorder
  readonly #behind = new WeakSet<RecordedSandbox>()
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
        if (this.#behind.has(sandbox)) await this.#recorder.rewrite(sandbox, current)
        else await this.#recorder.record(sandbox, current, isMoreThanData)
      } catch (error) {
        if (this.#behind.has(sandbox)) throw error
        await this.#recorder.rewrite(sandbox, current)
      }
      this.#behind.delete(sandbox)
    })
  }

  async #try(sandbox: RecordedSandbox, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      if (this.#isFailing) console.info('[entity-sandbox] Changes are saved in this browser again.')
      this.#isFailing = false
    } catch (error) {
      this.#behind.add(sandbox)
      if (!this.#isFailing) {
        console.error(
          `[entity-sandbox] Changes from now on will be lost when this page closes: the browser can't store them (${reasonOf(error instanceof NotStored ? error.cause : error)}).`,
        )
      }
      this.#isFailing = true
    }
  }
}
