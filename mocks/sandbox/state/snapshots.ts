import { ApiError } from '../../data/model/shared/errors.ts'
import type { DataState } from '../../data/model/tables.ts'
import type { ClockSetting } from '../time/clock.ts'

const maxSnapshots = 200

/** The named checkpoints of a sandbox, oldest first. */
export class Snapshots {
  state: ReadonlyMap<string, Checkpoint> = new Map()

  get(name: string): Checkpoint | undefined {
    return this.state.get(name)
  }

  list(): [name: string, checkpoint: Checkpoint][] {
    return [...this.state]
  }

  /** Saves a checkpoint under a name, replacing a snapshot of that name. */
  save(name: string, checkpoint: Checkpoint): Checkpoint {
    const others = this.list().filter(([other]) => other !== name)

    if (others.length >= maxSnapshots) {
      throw new ApiError(
        409,
        `A sandbox has ${maxSnapshots} snapshots at most. Delete one: DELETE /__sandbox/snapshots/{name}.`,
      )
    }
    this.state = new Map([...others, [name, checkpoint]])

    return checkpoint
  }

  /** Renames a snapshot, replacing one that has the new name. */
  rename(name: string, newName: string): void {
    if (!this.get(name) || name === newName) return
    this.delete(newName)
    this.state = new Map(this.list().map(([each, saved]) => [each === name ? newName : each, saved]))
  }

  delete(name: string): void {
    this.state = new Map(this.list().filter(([other]) => other !== name))
  }
}

/** The state of a sandbox at one moment, which a reset or a snapshot restores. Taking one copies nothing. */
export interface Checkpoint {
  readonly state: DataState
  /** The position of the random source, so that the same values follow each time. */
  readonly random: number
  readonly clock: ClockSetting
  /** When it was taken, ISO 8601 UTC on the sandbox's clock. */
  readonly at: string
}
