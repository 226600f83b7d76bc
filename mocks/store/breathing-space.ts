/** How long something may go on before others have their turn, in milliseconds. */
const slice = 10

/** Keeps work that takes long from holding up everybody else. */
export class BreathingSpace {
  #since = performance.now()

  /** To be awaited now and then. Undefined where it has not gone on for long. */
  pause(): Promise<void> | undefined {
    return performance.now() - this.#since < slice ? undefined : this.#letOthers()
  }

  async #letOthers(): Promise<void> {
    await othersHadTheirTurn()
    this.#since = performance.now()
  }
}

/**
 * By a message to oneself: the timers of a test may stand still. The DOM of a test framework (jsdom) may have no way to
 * send one; there the test is all that waits.
 */
function othersHadTheirTurn(): Promise<void> {
  if (typeof MessageChannel === 'undefined') return Promise.resolve()

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
