import type { Transport } from './browser-sandbox.ts'

/** Intercepts the requests of a page: inside the page, or through its service worker while that controls the page. */
export class Interception {
  readonly #enterPage: () => () => void
  #leave: () => void
  #transport: Transport = 'page'
  #isWorkerLost = false

  /** @param enterPage begins to intercept requests inside the page, and returns the function that stops it */
  constructor(enterPage: () => () => void) {
    this.#enterPage = enterPage
    this.#leave = enterPage()
  }

  get transport(): Transport {
    return this.#transport
  }

  /** Switches to the worker, unless that was lost meanwhile. */
  useWorker(stopWorker: () => void): void {
    if (this.#isWorkerLost) return
    this.#leave()
    this.#leave = stopWorker
    this.#transport = 'worker'
  }

  /** Switches back to the page, because another worker has taken over. */
  loseWorker(): void {
    if (this.#transport === 'worker') this.#leave = this.#enterPage()
    this.#transport = 'page'
    this.#isWorkerLost = true
  }

  stop(): void {
    this.#leave()
  }
}
