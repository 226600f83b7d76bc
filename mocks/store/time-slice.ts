/** How long a slice of work lasts, in milliseconds. */
const duration = 10

/** Lets long work yield to the event loop, so that it does not hold up other requests. */
export class TimeSlice {
  #since = performance.now()

  /** To be awaited between pieces of the work. Undefined while the slice is not used up. */
  yieldWhenOver(): Promise<void> | undefined {
    return performance.now() - this.#since < duration ? undefined : this.#yield()
  }

  async #yield(): Promise<void> {
    await nextTask()
    this.#since = performance.now()
  }
}

/**
 * By a message to oneself: the timers of a test may be fake. The DOM of a test framework (jsdom) may have no way to
 * send one; there the test is all that waits.
 */
function nextTask(): Promise<void> {
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
