import { BreathingSpace } from '../../store/breathing-space.ts'

/** Work that stops after every small piece, so that others can have their turn. */
export type Work<R> = Generator<undefined, R>

export function atOnce<R>(work: Work<R>): R {
  let step = work.next()

  while (!step.done) step = work.next()

  return step.value
}

/** Does work while others have their turn, some ten milliseconds of it at a time. */
export async function inTurns<R>(work: Work<R>): Promise<R> {
  const breath = new BreathingSpace()
  let step = work.next()

  while (!step.done) {
    const pause = breath.pause()

    if (pause) await pause
    step = work.next()
  }

  return step.value
}
