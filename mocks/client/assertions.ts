/** The pending assertions on a sandbox. If one is pending when the test ends, the test has not awaited it. */
export class Assertions {
  readonly #pending = new Set<{ readonly source: string }>()
  #hasEnded = false

  /** Whether the test is over, so that an assertion can no longer fail it. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** @param source the assertion as written in the test */
  async watch<T>(source: string, assert: () => Promise<T>): Promise<T> {
    const pending = { source }

    this.#pending.add(pending)
    try {
      return await assert()
    } finally {
      this.#pending.delete(pending)
    }
  }

  /** Called at the end of the test. Returns a message if assertions are still pending. */
  end(): string | undefined {
    this.#hasEnded = true

    return this.#pending.size === 0
      ? undefined
      : `The test ended before all of its assertions. Put "await" before ${Array.from(this.#pending, ({ source }) => source).join(', ')}.`
  }
}
