import { TimeSlice } from '../../store/time-slice.ts'

/** Work that yields often, so that other tasks can run in between. */
export type Sliced<R> = Generator<undefined, R>

export function runSync<R>(work: Sliced<R>): R {
  let step = work.next()

  while (!step.done) step = work.next()

  return step.value
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

  return step.value
}
