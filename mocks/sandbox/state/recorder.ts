import type { Checkpoint } from './checkpoint.ts'
import type { ChangedSettings, RuntimeState } from './runtime-state.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * Names of the checkpoints of a sandbox: the present state, the baseline ("first" in logs), the state before the scenario,
 * and snapshots.
 */
export type Slot = 'current' | 'first' | 'before' | `snapshot ${string}`

/** The parts of a sandbox that a recorder reads. */
export interface RecordedSandbox {
  readonly id: string
  readonly settings: { readonly seed: number }
  readonly baseline: Checkpoint
  readonly runtimeSettings: { readonly saved: ChangedSettings }
  readonly signIns: { readonly saved: RuntimeState['signIns'] }
  readonly faults: { readonly saved: RuntimeState['faults'] }
  readonly scenarios: {
    readonly before: Checkpoint | undefined
    readonly saved: RuntimeState['scenario']
    readonly known: { readonly defined: RuntimeState['defined'] }
  }
  readonly snapshots: Snapshots
  checkpoint(): Checkpoint
}

/** Records the state that outlives sandboxes. It is saved once a call resolves. */
export interface Recorder {
  /**
   * A sandbox begins, with what it holds now. Those that begin by being used need no recording before something
   * changes in them.
   *
   * @throws to reject the sandbox
   */
  open(sandbox: RecordedSandbox): Promise<void>
  /** @throws to prevent the deletion */
  close(sandbox: RecordedSandbox): Promise<void>
  /**
   * A sandbox is about to change; the change is not visible until this resolves.
   *
   * @param current the sandbox as it will be
   * @param isMoreThanData whether anything besides the current checkpoint may have changed
   *
   * @throws to reject the change, which is rolled back
   */
  record(sandbox: RecordedSandbox, current: Checkpoint, isMoreThanData: boolean): Promise<void>
}
