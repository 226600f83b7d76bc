/** Runs tasks one after the other. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<R>(task: () => Promise<R>): Promise<R> {
    const result = this.#last.then(task)

    // A rejection is the caller's to handle; the next task starts all the same.
    this.#last = result.catch(() => undefined)

    return result
  }
}
