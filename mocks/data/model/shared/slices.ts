import { TimeSlice, type Sliced } from '../../store/time-slice.ts'
export { runSync, type Sliced, TimeSlice } from '../../store/time-slice.ts'
export { sortedInBatches } from '../../store/time-slice.ts'

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
  /** The turn of the last step that waits. */
  #last: Promise<void> | undefined

  /** @returns undefined when the step may run at once */
  take(): Promise<void> | undefined {
    const turn = this.#last ? this.#last.then(() => this.#slice.yieldWhenOver()) : this.#slice.yieldWhenOver()

    if (!turn) return undefined

    this.#last = turn
    void turn.then(() => {
      if (this.#last === turn) this.#last = undefined
    })

    return turn
  }
}
