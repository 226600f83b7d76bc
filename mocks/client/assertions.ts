/** The pending assertions on a sandbox. A test that ends before one of them has not awaited it. */
export class Assertions {
  readonly #open = new Set<string>()
  #hasEnded = false

  /** Whether the test is over, so that an assertion can no longer fail it. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** @param what the assertion, as the test has written it */
  async watch<T>(what: string, assert: () => Promise<T>): Promise<T> {
    this.#open.add(what)
    try {
      return await assert()
    } finally {
      this.#open.delete(what)
    }
  }

  /** Ends the test. Says which assertions it has not awaited; undefined when none. */
  end(): string | undefined {
    this.#hasEnded = true

    return this.#open.size === 0
      ? undefined
      : `The test ended before its assertions did. Put "await" before ${[...this.#open].join(', ')}.`
  }
}
