import type { tables } from '../model/tables.ts'
import { type DataDraft, type DataState } from '../model/tables.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Random } from './random.ts'
import { SignIns } from './sign-ins.ts'

export interface SandboxSettings {
  /** The integer that everything random in the sandbox follows from. */
  readonly seed: number
  /** Whether requests without credentials act as the default persona or are refused. */
  readonly auth: 'default' | 'required'
}

/**
 * One private world: its data, clock, random source and sign-ins. Nothing is shared with another sandbox but
 * data that neither has changed.
 */
export class Sandbox {
  readonly id: string
  readonly settings: SandboxSettings
  readonly store: Store<typeof tables>
  readonly clock: Clock
  readonly random: Random
  readonly signIns: SignIns

  constructor(
    id: string,
    settings: SandboxSettings,
    parts: { store: Store<typeof tables>; clock: Clock; random: Random },
  ) {
    this.id = id
    this.settings = settings
    this.store = parts.store
    this.clock = parts.clock
    this.random = parts.random
    this.signIns = new SignIns(parts.clock, parts.random)
  }

  /** The data as it is now. */
  get data(): DataState['tables'] {
    return this.store.tables
  }

  /** Changes the data: all of what `rule` does, or nothing when it throws. */
  change<R>(rule: (draft: DataDraft) => R): Promise<R> {
    return this.store.change(rule)
  }

  /** A sandbox of its own, with the same data, time and random source. Takes constant time. */
  fork(id: string): Sandbox {
    return new Sandbox(id, this.settings, {
      store: this.store.fork(),
      clock: this.clock.fork(),
      random: this.random.fork(),
    })
  }
}
