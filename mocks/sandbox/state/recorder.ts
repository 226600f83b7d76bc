import type { Snapshots, Checkpoint } from './snapshots.ts'
import type { IssuedTokens } from '../access/sign-ins.ts'
import type { ChangedSettings, RuntimeState } from './runtime-state.ts'

/**
 * Names of the checkpoints of a sandbox: the current state, the baseline (`first`), the state before the active scenario
 * (`before`), and snapshots.
 */
export type Slot = 'current' | 'first' | 'before' | `snapshot ${string}`

/** The parts of a sandbox that a recorder reads. */
export interface RecordedSandbox {
  readonly id: string
  readonly settings: { readonly seed: number }
  readonly baseline: Checkpoint
  readonly runtimeSettings: Readonly<Part<ChangedSettings>>
  readonly signIns: Readonly<Part<IssuedTokens>>
  readonly faults: { readonly saved: RuntimeState['faults'] }
  readonly scenarios: {
    readonly before: Checkpoint | undefined
    readonly saved: RuntimeState['scenario']
    readonly state: { readonly defined: RuntimeState['defined'] }
  }
  readonly snapshots: Snapshots
  checkpoint(): Checkpoint
}

/** Stores sandboxes so that they outlive the process. The state is stored when a call resolves. */
export interface Recorder {
  /**
   * A sandbox was created explicitly. Those created by their first use are not recorded before their first change.
   *
   * @throws to reject the sandbox
   */
  open(sandbox: RecordedSandbox): Promise<void>
  /** @throws to prevent the deletion */
  close(sandbox: RecordedSandbox): Promise<void>
  /**
   * A sandbox is about to change. The change becomes visible when this resolves.
   *
   * @param current the state after the change
   * @param isMoreThanData whether anything outside `current` may have changed
   *
   * @throws to reject the change, which is rolled back
   */
  record(sandbox: RecordedSandbox, current: Checkpoint, isMoreThanData: boolean): Promise<void>
}

/** A part of a sandbox. Its state never changes, but is replaced; so it is saved, copied and restored by assignment. */
export interface Part<S = unknown> {
  state: S
}
