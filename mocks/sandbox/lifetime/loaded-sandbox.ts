import type { Sandbox } from '../sandbox.ts'
import type { ExpiredSandbox } from './expiry.ts'

/** A sandbox in use by a request, until it is released. */
export interface AcquiredSandbox {
  readonly loaded: LoadedSandbox
  readonly release: () => void
  /** Keeps a new sandbox: a request to it was not refused. */
  readonly keep: () => void
}

/** A sandbox that is loaded, and its use. Times are the machine's. */
export class LoadedSandbox {
  readonly sandbox: Sandbox
  /** The expired sandbox that had this id before. */
  predecessor: ExpiredSandbox | undefined
  readonly createdAt: number
  readonly #now: () => number
  readonly #disposers = new Set<() => void>()
  #lastUsedAt: number
  #uses = 0

  constructor(sandbox: Sandbox, predecessor: ExpiredSandbox | undefined, now: () => number) {
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

  /** In milliseconds. */
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

  /** Calls `dispose` when the sandbox is unloaded; returns a function that removes it. */
  onDispose(dispose: () => void): () => void {
    this.#disposers.add(dispose)

    return () => this.#disposers.delete(dispose)
  }

  /** Ends the sandbox's streams, and releases the memory of its journal and history. */
  dispose(): void {
    for (const dispose of this.#disposers) dispose()
    this.sandbox.journal.clear()
    this.sandbox.history.dispose()
  }

  /**
   * Begins a use, and returns the function that ends it.
   *
   * @param onRelease called when the use ends
   */
  acquire(onRelease: () => void): () => void {
    let isReleased = false

    this.#uses += 1

    return () => {
      if (isReleased) return
      isReleased = true
      this.#uses -= 1
      this.#lastUsedAt = this.#now()
      onRelease()
    }
  }
}
