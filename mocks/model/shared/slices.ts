import { TimeSlice } from '../../store/time-slice.ts'

/** Work that stops after every small piece, so that it can yield. */
export type SlicedWork<R> = Generator<undefined, R>

export function runSync<R>(work: SlicedWork<R>): R {
  let step = work.next()

  while (!step.done) step = work.next()

  return step.value
}

/** Does work in slices of some ten milliseconds, between which other requests are answered. */
export async function inSlices<R>(work: SlicedWork<R>): Promise<R> {
  const slice = new TimeSlice()
  let step = work.next()

  while (!step.done) {
    const pause = slice.yieldWhenOver()

    if (pause) await pause
    step = work.next()
  }

  return step.value
}
