/** Runs tasks one after the other. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<R>(task: () => Promise<R>): Promise<R> {
    const result = this.#last.then(task)

    // The caller handles a rejection; the next task runs regardless.
    this.#last = result.catch(() => undefined)

    return result
  }
}
