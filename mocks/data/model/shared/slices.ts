import { TimeSlice, type Sliced } from '../../store/time-slice.ts'
export { runSync, type Sliced, sortedInBatches, TimeSlice } from '../../store/time-slice.ts'

export function isSliced<R>(work: Sliced<R> | object): work is Sliced<R> {
  return Symbol.iterator in work
}

/** Runs work in slices of about ten milliseconds, so that other requests are handled in between. */
export async function inSlices<R>(work: Sliced<R>): Promise<R> {
  const slice = new TimeSlice()
  let step = work.next()

  while (!step.done) {
    const pause = slice.yieldWhenOver()

    if (pause) await pause
    step = work.next()
  }

  // What follows need not be short either.
  await slice.yieldWhenOver()

  return step.value
}

/** Lets work that is not a generator yield often: each of its steps takes a turn first. */
export class Turns {
  readonly #slice = new TimeSlice()
  /** Begin the steps that wait, in their order. */
  readonly #waiting = new Set<() => void>()
  #isRunning = false

  /** @returns undefined when the step may run at once */
  take(): Promise<void> | undefined {
    const pause = this.#isRunning ? undefined : this.#slice.yieldWhenOver()

    if (pause) void this.#run(pause)

    return this.#isRunning ? new Promise((begin) => this.#waiting.add(begin)) : undefined
  }

  /** The steps that wait never begin, and are forgotten. */
  abandon(): void {
    this.#waiting.clear()
  }

  async #run(pause: Promise<void>): Promise<void> {
    this.#isRunning = true
    await pause
    for (const begin of this.#waiting) {
      this.#waiting.delete(begin)
      begin()
      await this.#slice.yieldWhenOver()
    }
    this.#isRunning = false
  }
}
