import type { Checkpoint } from './checkpoint.ts'
import type { RuntimeState } from './runtime-state.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * The checkpoints that a sandbox holds: what it is now, what a reset goes back to, what the end of a scenario goes back to,
 * and its snapshots by name.
 */
export type Slot = 'current' | 'first' | 'before' | `snapshot ${string}`

/** What a recorder reads of a sandbox. */
export interface RecordedSandbox {
  readonly id: string
  readonly settings: { readonly seed: number }
  readonly first: Checkpoint
  readonly scenarios: { readonly before: Checkpoint | undefined }
  readonly snapshots: Snapshots
  readonly runtimeState: RuntimeState
  checkpoint(): Checkpoint
}

/**
 * Is told of everything in sandboxes that should outlive them, before it takes effect. By throwing, it refuses it.
 */
export interface Recorder {
  /** A sandbox begins with what another one holds, or with the data that the default one began with. */
  open(sandbox: RecordedSandbox, from: RecordedSandbox | undefined): void
  close(sandbox: RecordedSandbox): void
  set(sandbox: RecordedSandbox, slot: Slot, checkpoint: Checkpoint): void
  drop(sandbox: RecordedSandbox, slot: Slot): void
  /** What is so beside the data has changed. */
  recordRuntime(sandbox: RecordedSandbox): void
}
