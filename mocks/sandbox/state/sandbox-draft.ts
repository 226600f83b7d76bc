import { reactToChanges } from '../../data/model/reactions.ts'
import { Random } from '../../data/model/shared/random.ts'
import { runSync, type Sliced } from '../../data/model/shared/slices.ts'
import type { DataDraft, DataState, tables } from '../../data/model/data-tables.ts'
import { ChangeSet, type ChangeKind } from '../../data/store/change-set.ts'
import { beginDraft, commitDraft } from '../../data/store/draft.ts'
import { queueMessages } from '../messages/outbox.ts'
import type { Clock } from '../time/clock.ts'
import {
  checkpointOf,
  emptyRuntime,
  type Checkpoint,
  type Control,
  type Checkpoints,
  type SandboxOrDraft,
  type RuntimeDraft,
  type SandboxState,
} from './sandbox-state.ts'

/** What a change of a sandbox has besides the drafts of its tables. */
class Change implements SandboxOrDraft {
  readonly sandboxId: string
  readonly settings: SandboxOrDraft['settings']
  /** Replaced as a whole, like `checkpoints`. */
  control: Control
  checkpoints: Checkpoints
  runtime: RuntimeDraft
  readonly random: Random
  /** Its time follows from `control`. */
  readonly clock: Clock
  kind: ChangeKind = 'change'
  readonly #before: SandboxState
  readonly #by: string | undefined
  /** What the drafts of the tables began with. */
  #data: DataState

  constructor(place: Place, before: SandboxState, by: string | undefined) {
    this.sandboxId = place.id
    this.settings = place.settings
    this.control = before.control
    this.checkpoints = before.checkpoints
    this.runtime = beginDraft(before.runtime)
    this.random = new Random(before.control.random)
    this.clock = place.clock.following(() => this.control.clock)
    this.#before = before
    this.#by = by
    this.#data = before.data
  }

  /** Replaces members of `control`. */
  set(members: Partial<Control>): void {
    this.control = { ...this.control, ...members }
  }

  /** Removes faults and sign-ins, and restarts their numbers. */
  clearRuntime(): void {
    this.runtime = beginDraft(emptyRuntime)
  }

  /** Replaces the data by those of another state, in constant time. */
  replace(this: SandboxDraft, data: DataState, kind: ChangeKind): void {
    this.kind = kind
    this.#begin(data)
  }

  /** Replaces the data and the random source by those of a checkpoint, in constant time, and the clock on request. */
  restore(this: SandboxDraft, to: Checkpoint, kind: ChangeKind, { clock = false } = {}): void {
    if (clock) this.set({ clock: to.clock })
    this.random.state = to.random
    this.replace(to.data, kind)
  }

  /** The data as they are after the change so far. */
  checkpoint(this: SandboxDraft): Checkpoint {
    this.#begin(runSync(this.#committedData()))

    return checkpointOf({ data: this.#data, control: this.#committedControl() }, this.clock.timestamp())
  }

  /** The state after the change; the same one if nothing has changed. Yields after each record. */
  *commit(this: SandboxDraft): Sliced<SandboxState> {
    const before = this.#before
    const data = yield* this.#committedData()

    if (data !== before.data) {
      yield* queueMessages(this, new ChangeSet(before.data, data, { kind: this.kind, by: this.#by }))
    }

    const control = this.#committedControl()
    const runtime = runSync(commitDraft(before.runtime, this.runtime, true))
    const { checkpoints } = this
    const hasChanged =
      data !== before.data ||
      control !== before.control ||
      runtime !== before.runtime ||
      checkpoints !== before.checkpoints

    return hasChanged ? { data, control, runtime, checkpoints } : before
  }

  #begin(this: SandboxDraft, data: DataState): void {
    this.#data = data
    Object.assign(this, beginDraft(data))
  }

  #committedData(this: SandboxDraft): Sliced<DataState> {
    reactToChanges(this)

    return commitDraft<typeof tables>(this.#data, this)
  }

  #committedControl(): Control {
    const random = this.random.state

    return random === this.control.random ? this.control : { ...this.control, random }
  }
}

/** A change of a sandbox in progress: its tables and sequences to write, and members to replace. */
export type SandboxDraft = Change & DataDraft

/** Where a change happens. */
interface Place extends Pick<SandboxOrDraft, 'settings'> {
  readonly id: string
  readonly clock: Clock
}

/** Begins a change of a state, which itself never changes. @param by name of the user who requested it */
export function beginChange(place: Place, before: SandboxState, by?: string): SandboxDraft {
  return Object.assign(new Change(place, before, by), beginDraft(before.data))
}

/** @throws {TypeError} when a function that changes data is asynchronous */
export function rejectPromise(result: unknown, what: string): void {
  if (!(result instanceof Promise)) return
  result.catch(() => undefined) // the error below says what is wrong
  throw new TypeError(`${what} must be a synchronous function: a change does not wait.`)
}
