import type { Moment } from './checkpoint.ts'

/** The moments of a sandbox that were given a name, oldest first. */
export class Snapshots {
  #moments: ReadonlyMap<string, Moment>

  constructor(moments: ReadonlyMap<string, Moment> = new Map()) {
    this.#moments = moments
  }

  get(name: string): Moment | undefined {
    return this.#moments.get(name)
  }

  list(): [name: string, moment: Moment][] {
    return [...this.#moments]
  }

  /** Keeps a moment under a name, in place of the one that had the name before. */
  save(name: string, moment: Moment): void {
    const others = this.list().filter(([other]) => other !== name)

    this.#moments = new Map([...others, [name, moment]])
  }

  /** Gives a moment another name, in place of the one that had that name before. */
  rename(name: string, other: string): void {
    const moment = this.get(name)

    if (!moment || name === other) return
    this.delete(other)
    this.#moments = new Map(this.list().map(([each, kept]) => [each === name ? other : each, kept]))
  }

  /** Whether there was one to delete. */
  delete(name: string): boolean {
    const others = this.list().filter(([other]) => other !== name)
    const existed = others.length < this.#moments.size

    this.#moments = new Map(others)

    return existed
  }

  /** The same snapshots, to be added to apart from these. */
  fork(): Snapshots {
    return new Snapshots(this.#moments)
  }
}
