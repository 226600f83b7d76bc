import type { SandboxState } from './sandbox-state.ts'

/** The parts of a sandbox that a recorder reads. */
export interface RecordedSandbox {
  readonly id: string
  /** The newest stored state. */
  readonly state: SandboxState
}

/** Stores sandboxes so that they outlive the process. The state is stored when a call resolves. */
export interface ChangeRecorder {
  /**
   * A sandbox was created explicitly. Those created by their first use are not recorded before their first change.
   *
   * @throws to reject the sandbox
   */
  open(sandbox: RecordedSandbox): Promise<void>
  /** @throws to prevent the deletion */
  close(sandbox: RecordedSandbox): Promise<void>
  /**
   * Stores the next state of a sandbox, which becomes visible when this resolves.
   *
   * @throws to reject the changes since the state before
   */
  record(sandbox: RecordedSandbox, next: SandboxState): Promise<void>
}
