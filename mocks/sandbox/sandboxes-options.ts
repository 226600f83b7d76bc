import type { SandboxSummary } from './lifetime/summary.ts'
import type { Sandbox } from './sandbox.ts'
import type { Recorder } from './state/recorder.ts'

export interface SandboxesOptions {
  /** Whether requests that name no sandbox are rejected instead of reaching the default one. Default no. */
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
  /** Name of the user who requested it. */
  readonly by?: string | undefined
}

/** Sandboxes shared by several servers. Each is owned by one server at a time, and loaded only there. */
export interface Sharing {
  /** Acquires a new id for this server; false when it is in use. */
  claim(id: string): Promise<boolean>
  /** Releases a sandbox that is no longer used on this server. It remains stored. */
  release(sandbox: Sandbox): void
  /** The number of all sandboxes, and summaries of the most recently used ones, latest first, up to the limit of a list. */
  summaries(): Promise<{ count: number; items: readonly SandboxSummary[] }>
}

/** A stored sandbox that can't be restored. */
export interface SetAside {
  readonly reason: string
  /** Deletes what is stored of it. */
  discard(): Promise<void>
}

/** The restored sandboxes, and how sandboxes are stored and shared. */
export interface Persistence {
  /** The sandbox that new ones are forked from; if omitted, a copy of the default sandbox as it is at the start. */
  readonly initial?: Sandbox
  /** The restored sandboxes besides the default one. */
  readonly others?: readonly Sandbox[]
  /** Those that could not be restored, by id; what is stored of them stays as it is. */
  readonly setAside?: ReadonlyMap<string, SetAside>
  readonly recorder?: Recorder
  readonly sharing?: Sharing
}
