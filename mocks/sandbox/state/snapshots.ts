import { ApiError } from '../../data/model/shared/errors.ts'
import type { Checkpoint, Kept } from './sandbox-state.ts'

const maxSnapshots = 200

/**
 * Saves a checkpoint under a name, replacing a snapshot of that name.
 *
 * @throws {ApiError} 409 when there are too many
 */
export function withSnapshot(kept: Kept, name: string, checkpoint: Checkpoint): Kept {
  const { snapshots } = withoutSnapshot(kept, name)

  if (snapshots.size >= maxSnapshots) {
    throw new ApiError(
      409,
      `A sandbox has ${maxSnapshots} snapshots at most. Delete one: DELETE /__sandbox/snapshots/{name}.`,
    )
  }

  return { ...kept, snapshots: new Map([...snapshots, [name, checkpoint]]) }
}

/** Renames a snapshot, which keeps its place, replacing one that has the new name. */
export function withRenamed(kept: Kept, name: string, newName: string): Kept {
  if (!kept.snapshots.has(name) || name === newName) return kept

  const { snapshots } = withoutSnapshot(kept, newName)

  return {
    ...kept,
    snapshots: new Map(Array.from(snapshots, ([each, saved]) => [each === name ? newName : each, saved])),
  }
}

export function withoutSnapshot(kept: Kept, name: string): Kept {
  return { ...kept, snapshots: new Map([...kept.snapshots].filter(([other]) => other !== name)) }
}
