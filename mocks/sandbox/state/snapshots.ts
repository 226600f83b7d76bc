import { ApiError } from '../../model/shared/errors.ts'
import type { Checkpoint } from './checkpoint.ts'

const maxSnapshots = 200

/** The checkpoints of a sandbox that were given a name, oldest first. */
export class Snapshots {
  #checkpoints: ReadonlyMap<string, Checkpoint>

  constructor(checkpoints: ReadonlyMap<string, Checkpoint> = new Map()) {
    this.#checkpoints = checkpoints
  }

  get(name: string): Checkpoint | undefined {
    return this.#checkpoints.get(name)
  }

  list(): [name: string, checkpoint: Checkpoint][] {
    return [...this.#checkpoints]
  }

  /** Keeps a moment under a name, in place of the one that had the name before. */
  save(name: string, checkpoint: Checkpoint): Checkpoint {
    const others = this.list().filter(([other]) => other !== name)

    if (others.length >= maxSnapshots) {
      throw new ApiError(
        409,
        `A sandbox has ${maxSnapshots} snapshots at most. Delete one: DELETE /__sandbox/snapshots/{name}.`,
      )
    }
    this.#checkpoints = new Map([...others, [name, checkpoint]])

    return checkpoint
  }

  /** Renames a snapshot, replacing one that has the other name. */
  rename(name: string, other: string): void {
    const checkpoint = this.get(name)

    if (!checkpoint || name === other) return
    this.delete(other)
    this.#checkpoints = new Map(this.list().map(([each, kept]) => [each === name ? other : each, kept]))
  }

  /** Whether there was one to delete. */
  delete(name: string): boolean {
    const others = this.list().filter(([other]) => other !== name)
    const existed = others.length < this.#checkpoints.size

    this.#checkpoints = new Map(others)

    return existed
  }

  /** Returns a function that restores the present state. */
  savepoint(): () => void {
    const checkpoints = this.#checkpoints

    return () => void (this.#checkpoints = checkpoints)
  }

  /** The same snapshots, to be added to apart from these. */
  fork(): Snapshots {
    return new Snapshots(this.#checkpoints)
  }
}
