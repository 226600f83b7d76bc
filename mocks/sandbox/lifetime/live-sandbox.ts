import type { Sandbox } from '../sandbox.ts'
import type { Expired } from './expiry.ts'

/** The use of a sandbox by one request, until its response is sent. */
export interface AcquiredSandbox {
  readonly live: LiveSandbox
  readonly sandbox: Sandbox
  readonly release: () => void
}

/** A sandbox among others: when it was used, and whether it is being used. Times are the machine's. */
export class LiveSandbox {
  readonly sandbox: Sandbox
  /** When and why the sandbox that had this id before expired. */
  predecessor: Expired | undefined
  readonly createdAt: number
  readonly #now: () => number
  readonly #disposers = new Set<() => void>()
  #lastUsedAt: number
  #uses = 0

  constructor(sandbox: Sandbox, predecessor: Expired | undefined, now: () => number) {
    this.sandbox = sandbox
    this.predecessor = predecessor
    this.#now = now
    this.createdAt = now()
    this.#lastUsedAt = this.createdAt
  }

  /** Milliseconds since 1970. */
  get lastUsedAt(): number {
    return this.isInUse ? this.now : this.#lastUsedAt
  }

  /** For how long nothing has used it, in milliseconds. */
  get idleFor(): number {
    return this.now - this.lastUsedAt
  }

  get now(): number {
    return this.#now()
  }

  /** Whether a request or a stream is in progress. */
  get isInUse(): boolean {
    return this.#uses > 0
  }

  /** Calls back when the sandbox is deleted or expires. Returns the function that stops it. */
  onDispose(dispose: () => void): () => void {
    this.#disposers.add(dispose)

    return () => this.#disposers.delete(dispose)
  }

  /** Ends the sandbox's streams, and releases the memory of its journal and history. */
  dispose(): void {
    for (const end of this.#disposers) end()
    this.sandbox.journal.clear()
    this.sandbox.history.end()
  }

  acquire(): AcquiredSandbox {
    let isOver = false

    this.#uses += 1

    return {
      live: this,
      sandbox: this.sandbox,
      release: () => {
        if (isOver) return
        isOver = true
        this.#uses -= 1
        this.#lastUsedAt = this.#now()
      },
    }
  }
}
