/** The uses of a sandbox. Times are the machine's, in milliseconds since 1970. */
export class Uses {
  /** When the sandbox was created. */
  readonly beganAt: number
  readonly #now: () => number
  #endedAt: number
  #inProgress = 0

  constructor(now: () => number) {
    this.#now = now
    this.beganAt = this.#endedAt = now()
  }

  /** When the last one ended; now, as long as one is in progress. */
  get lastAt(): number {
    return this.areInProgress ? this.#now() : this.#endedAt
  }

  /** Whether a request or a stream is in progress. */
  get areInProgress(): boolean {
    return this.#inProgress > 0
  }

  /** Begins a use. Returns the function that ends it, which then calls `onEnd`. */
  begin(onEnd: () => void): () => void {
    let hasEnded = false

    this.#inProgress += 1

    return () => {
      if (hasEnded) return
      hasEnded = true
      this.#inProgress -= 1
      this.#endedAt = this.#now()
      onEnd()
    }
  }
}
