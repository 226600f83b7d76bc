import { TimeSlice } from '../../store/time-slice.ts'

/** Work in small pieces: it stops after each, so that others can run in between. */
export type Sliced<R> = Generator<undefined, R>

export function runSync<R>(work: Sliced<R>): R {
  let step = work.next()

  while (!step.done) step = work.next()

  return step.value
}

/** Does work in slices of some ten milliseconds, between which other requests are handled. */
export async function inSlices<R>(work: Sliced<R>): Promise<R> {
  const slice = new TimeSlice()
  let step = work.next()

  while (!step.done) {
    const pause = slice.yieldWhenOver()

    if (pause) await pause
    step = work.next()
  }

  return step.value
}
