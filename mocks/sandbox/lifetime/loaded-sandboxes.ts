import type { LoadedSandbox } from './loaded-sandbox.ts'

/** The loaded sandboxes by id, in the order of their last use, which is their release or their creation. */
export class LoadedSandboxes {
  readonly #byId = new Map<string, LoadedSandbox>()
  /** The last one in `#byId`, which is often used again at once. */
  #latest: LoadedSandbox | undefined

  get size(): number {
    return this.#byId.size
  }

  get(id: string): LoadedSandbox | undefined {
    return this.#byId.get(id)
  }

  add(loaded: LoadedSandbox): void {
    this.#byId.set(loaded.sandbox.id, loaded)
    this.#latest = loaded
  }

  /** Returns the removed sandbox, if there was one. */
  remove(id: string): LoadedSandbox | undefined {
    const loaded = this.get(id)

    this.#byId.delete(id)
    if (loaded === this.#latest) this.#latest = undefined

    return loaded
  }

  /** Makes a sandbox the most recently used one, unless it was unloaded meanwhile. */
  moveToEnd(loaded: LoadedSandbox): void {
    const { id } = loaded.sandbox

    if (loaded === this.#latest || this.get(id) !== loaded) return

    this.remove(id)
    this.add(loaded)
  }

  /** The least recently used first. Those in use are anywhere. */
  values(): Iterable<LoadedSandbox> {
    return this.#byId.values()
  }

  /** Those in use, then the others, the most recently used first. */
  list(): LoadedSandbox[] {
    return [...this.#byId.values()]
      .toReversed()
      .toSorted((one, other) => Number(other.isInUse) - Number(one.isInUse))
  }
}
