import type { SandboxSummary } from './lifetime/summary.ts'
import type { Sandbox } from './sandbox.ts'
import type { Recorder } from './state/recorder.ts'

export interface SandboxesOptions {
  /** Whether requests that name no sandbox are refused instead of reaching the default one. Default no. */
  readonly requireSandbox?: boolean | undefined
  /** How long a sandbox may go unused before it expires, in milliseconds on the machine's clock. Default a day. */
  readonly idleLimit?: number | undefined
  /** How many sandboxes there may be before the least recently used expire. Default 1,000. */
  readonly countLimit?: number | undefined
}

export interface CreateOptions {
  /** Id of the sandbox to copy. */
  readonly from?: string | undefined
  /** Another seed to generate the data from. */
  readonly seed?: number | undefined
  /** Name of the user who asked for it. */
  readonly by?: string | undefined
}

/** Sandboxes shared by several processes: each has one owner at a time, and is created here only where the owner is here. */
export interface Sharing {
  /** Acquires a new id for this process; false when there is such a sandbox. */
  claim(id: string): Promise<boolean>
  /** Releases a sandbox that is no longer used here. It stays in the storage. */
  release(sandbox: Sandbox): void
  /** All sandboxes, up to the limit of a list: the last used first. */
  summaries(): Promise<{ count: number; items: readonly SandboxSummary[] }>
}

/** Sandboxes that are stored. */
export interface SavedSandboxes {
  /** The sandbox that new ones are forked from; default the current default sandbox. */
  readonly initial?: Sandbox
  /** The sandboxes besides the default one. */
  readonly others?: readonly Sandbox[]
  readonly recorder?: Recorder
  readonly sharing?: Sharing
}
