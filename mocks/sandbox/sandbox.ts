import type { tables } from '../model/tables.ts'
import { type DataDraft, type DataState } from '../model/tables.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import { Journal, type JournalLimits } from './journal.ts'
import type { Random } from './random.ts'
import { defaultUserName, SignIns } from './sign-ins.ts'

export interface SandboxSettings {
  /** The integer that everything random in the sandbox follows from. */
  readonly seed: number
  /** Whether requests without credentials act as the default persona or are refused. */
  readonly auth: 'default' | 'required'
  readonly journal: JournalLimits
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
  readonly journal: Journal
  /** Name of the user whom requests without credentials come from; null to refuse such requests. */
  actingUser: string | null

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
    this.journal = new Journal(settings.journal)
    this.actingUser = settings.auth === 'required' ? null : defaultUserName
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
    const copy = new Sandbox(id, this.settings, {
      store: this.store.fork(),
      clock: this.clock.fork(),
      random: this.random.fork(),
    })

    copy.actingUser = this.actingUser

    return copy
  }
}
