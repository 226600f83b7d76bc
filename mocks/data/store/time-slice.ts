/** Work that yields often, so that other tasks can run in between. */
export type Sliced<R> = Generator<undefined, R>

export function runSync<R>(work: Sliced<R>): R {
  let step = work.next()

  while (!step.done) step = work.next()

  return step.value
}

/** Length of a slice in milliseconds. */
const duration = 10

/** Lets long work yield to the event loop, so that it does not delay other requests. */
export class TimeSlice {
  #start = performance.now()

  /** A promise to await before going on; undefined until the slice is over. */
  yieldWhenOver(): Promise<void> | undefined {
    return performance.now() - this.#start < duration ? undefined : this.#yield()
  }

  async #yield(): Promise<void> {
    await nextTask()
    this.#start = performance.now()
  }
}

/**
 * Resolves in a new task, by a message rather than a timer, since a test may fake timers. jsdom may lack
 * MessageChannel; there only the test itself would wait, so nothing needs to yield.
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
