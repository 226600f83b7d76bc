/** Work that stops after every piece of some ten milliseconds, so that others can have their turn. */
export type Work<R> = Generator<undefined, R>

export function atOnce<R>(work: Work<R>): R {
  let step = work.next()

  while (!step.done) step = work.next()

  return step.value
}

export async function inTurns<R>(work: Work<R>): Promise<R> {
  let step = work.next()

  while (!step.done) {
    await othersHadTheirTurn()
    step = work.next()
  }

  return step.value
}

/** By a message to oneself: the timers of a test may stand still. */
function othersHadTheirTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()

  return new Promise((done) => {
    port1.addEventListener('message', () => {
      port1.close()
      done()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
