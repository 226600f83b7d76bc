import { ApiError, messageOf } from '../../data/model/shared/errors.ts'
import type { SandboxState, RecordedSandbox, ChangeRecorder } from '../state/sandbox-state.ts'
import { stepsBetween, inBatches, type LogStep } from './log-step.ts'
import { LogMustShrink, type LogStorage } from './log-storage.ts'
import { SandboxLog } from './sandbox-log.ts'

/** Bytes of entries after which a log is compacted, or as many as its base has if that is more. */
const defaultCompactAfter = 4 * 1024 * 1024

export interface RecorderOptions {
  readonly compactAfter?: number | undefined
}

export interface SandboxWithLog {
  readonly sandbox: RecordedSandbox
  readonly log: SandboxLog
  /** The state that its log starts from, if not that of the recorder. */
  readonly initial?: SandboxState
}

interface RecordedLog {
  readonly log: SandboxLog
  readonly initial: SandboxState
  state: SandboxState
  compaction: Promise<void> | undefined
  /** Bytes of entries at which a compaction is due. */
  compactAt: number
}

/** Records the changes of each sandbox in its log. */
export class LogRecorder implements ChangeRecorder {
  readonly #storage: LogStorage
  readonly #initial: SandboxState
  readonly #compactAfter: number
  readonly #recorded = new Map<RecordedSandbox, RecordedLog>()
  /** Deleted and forgotten sandboxes: earlier requests may still write to them, and get this error; undefined: they are ignored. */
  readonly #forgotten = new WeakMap<RecordedSandbox, ApiError | undefined>()
  /** The last work in turn on a log, by id, until it is done: an expired sandbox may have the id of a new one. */
  readonly #lastWork = new Map<string, Promise<unknown>>()

  /** @param initial the state that logs start from */
  constructor(
    storage: LogStorage,
    initial: SandboxState,
    { compactAfter = defaultCompactAfter }: RecorderOptions = {},
  ) {
    this.#storage = storage
    this.#initial = initial
    this.#compactAfter = compactAfter
  }

  /** Continues the log of a sandbox that was restored from it. */
  continueLog({ sandbox, log, initial }: SandboxWithLog): void {
    this.#compactWhenDue(this.#register(sandbox, log, sandbox.state, initial))
  }

  /** Whether the sandbox has a log: it was created explicitly, changed, or restored. */
  isRecorded(sandbox: RecordedSandbox): boolean {
    return this.#recorded.has(sandbox)
  }

  /** Stops recording a sandbox that another server took over; further writes to it here are rejected. */
  forget(sandbox: RecordedSandbox, error: ApiError): void {
    this.#recorded.delete(sandbox)
    this.#forgotten.set(sandbox, error)
  }

  createLog(sandbox: RecordedSandbox): Promise<void> {
    return this.rewrite(sandbox)
  }

  /** Rewrites the log of a sandbox, whatever it contains. */
  rewrite(sandbox: RecordedSandbox, state = sandbox.state): Promise<void> {
    return this.#inTurn(sandbox, async () => {
      await this.#recorded.get(sandbox)?.compaction
      if (this.#forgotten.has(sandbox)) return

      const log = await this.#openLog(sandbox)

      await log.compact(inBatches(stepsBetween(this.#initial, state)))
      this.#register(sandbox, log, state)
    })
  }

  deleteLog(sandbox: RecordedSandbox): Promise<void> {
    return this.#inTurn(sandbox, async () => {
      await this.#recorded.get(sandbox)?.log.delete()
      this.#recorded.delete(sandbox)
      this.#forgotten.set(sandbox, undefined)
    })
  }

  async record(sandbox: RecordedSandbox, next: SandboxState): Promise<void> {
    await this.#lastWork.get(sandbox.id)
    if (this.#forgotten.has(sandbox)) {
      const error = this.#forgotten.get(sandbox)

      if (error) throw error

      return
    }

    const steps = stepsBetween(this.#recorded.get(sandbox)?.state ?? this.#initial, next)

    if (steps.length === 0) return
    await storing(async () => {
      const recorded = this.#recorded.get(sandbox) ?? (await this.#begin(sandbox))

      if (!recorded) return
      try {
        await recorded.log.append(steps)
      } catch (error) {
        if (!(error instanceof LogMustShrink)) throw error
        await this.#storeByShrinking(recorded, next, steps)
      }
      recorded.state = next
      this.#compactWhenDue(recorded)
    })
  }

  /** Resolves when background compactions are done. */
  async settled(): Promise<void> {
    for (const { compaction } of this.#recorded.values()) await compaction
  }

  /** Begins the log of a sandbox; undefined if it was deleted or lost meanwhile. */
  #begin(sandbox: RecordedSandbox): Promise<RecordedLog | undefined> {
    return this.#inTurn(sandbox, async () =>
      this.#forgotten.has(sandbox)
        ? undefined
        : this.#register(sandbox, await this.#openLog(sandbox), this.#initial),
    )
  }

  /** Runs work that begins, rewrites or deletes a log, after earlier such work for the same id. */
  async #inTurn<R>({ id }: RecordedSandbox, work: () => Promise<R>): Promise<R> {
    const earlier = this.#lastWork.get(id) ?? Promise.resolve()
    const result = earlier.then(() => storing(work))
    const done = result.catch(() => undefined) // its caller's to handle

    this.#lastWork.set(id, done)
    try {
      return await result
    } finally {
      if (this.#lastWork.get(id) === done) this.#lastWork.delete(id)
    }
  }

  /** Opens a log, and removes leftover items of an earlier sandbox with the same id. */
  async #openLog({ id }: RecordedSandbox): Promise<SandboxLog> {
    const log = await SandboxLog.open(this.#storage, id)

    await log.findExtentAndCleanUp()

    return log
  }

  #register(
    sandbox: RecordedSandbox,
    log: SandboxLog,
    state: SandboxState,
    initial: SandboxState = this.#initial,
  ): RecordedLog {
    const recorded = { log, initial, state, compaction: undefined, compactAt: this.#compactionSizeOf(log) }

    this.#recorded.set(sandbox, recorded)

    return recorded
  }

  #compactionSizeOf({ size }: SandboxLog): number {
    return Math.max(this.#compactAfter, size.base)
  }

  #compactWhenDue(recorded: RecordedLog): void {
    if (recorded.compaction || recorded.log.size.entry <= recorded.compactAt) return
    recorded.compaction = this.#compact(recorded)
  }

  /** Stores a state although its log must shrink: a compaction makes room, first of all that of a reset. */
  async #storeByShrinking(
    recorded: RecordedLog,
    next: SandboxState,
    steps: readonly LogStep[],
  ): Promise<void> {
    const { log, initial } = recorded
    const { baseline, scenario } = next.checkpoints

    if ((scenario?.before ?? next).data === baseline.data) {
      await recorded.compaction

      return log.compact(inBatches(stepsBetween(initial, next)))
    }
    if (log.size.entry > 0) await (recorded.compaction ??= this.#compact(recorded))

    return log.append(steps)
  }

  async #compact(recorded: RecordedLog): Promise<void> {
    try {
      await recorded.log.compact(inBatches(stepsBetween(recorded.initial, recorded.state)))
      recorded.compactAt = this.#compactionSizeOf(recorded.log)
    } catch {
      // The log is unchanged; compaction is retried when it has grown further.
      recorded.compactAt = recorded.log.size.entry + this.#compactAfter
    }
    recorded.compaction = undefined
  }
}

async function storing<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApiError ? error : new NotStored(error)
  }
}

/** 507: a change could not be stored, and was rolled back. */
export class NotStored extends ApiError {
  override readonly name = 'NotStored'

  constructor(cause: unknown) {
    super(507, `The change could not be saved and was rolled back: ${messageOf(cause)}.`, {
      'Retry-After': '5',
    })
    this.cause = cause
  }
}
