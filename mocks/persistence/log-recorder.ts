import { ApiError } from '../model/shared/errors.ts'
import type { Checkpoint } from '../sandbox/state/checkpoint.ts'
import type { RecordedSandbox, Recorder } from '../sandbox/state/recorder.ts'
import { entriesBetween, inParts } from './image-entries.ts'
import type { LogStorage } from './log-storage.ts'
import { NotKept } from './not-kept.ts'
import { imageOf, type SandboxImage } from './sandbox-image.ts'
import { SandboxLog } from './sandbox-log.ts'

/** Bytes that a log may hold beside its base before it is rewritten without its history. */
export const defaultCompactAfter = 4 * 1024 * 1024

export interface RecorderOptions {
  readonly compactAfter?: number | undefined
}

/** A sandbox and its log. */
export interface LoggedPair {
  readonly sandbox: RecordedSandbox
  readonly log: SandboxLog
  /** The state that its log starts from, where that is not the common one. */
  readonly initial?: SandboxImage
}

interface Kept {
  readonly log: SandboxLog
  readonly initial: SandboxImage
  /** The state by the log. */
  image: SandboxImage
  compaction: Promise<void> | undefined
  /** Bytes of entries at which a compaction is due. */
  compactAt: number
}

/** Keeps what happens to sandboxes in logs, one for each. */
export class LogRecorder implements Recorder {
  readonly #storage: LogStorage
  readonly #initial: SandboxImage
  readonly #compactAfter: number
  readonly #kept = new Map<RecordedSandbox, Kept>()
  /** Requests that came before may still write to those that are over; with what refuses them. */
  readonly #over = new WeakMap<RecordedSandbox, ApiError | undefined>()

  /** @param initial what logs go on from */
  constructor(
    storage: LogStorage,
    initial: SandboxImage,
    { compactAfter = defaultCompactAfter }: RecorderOptions = {},
  ) {
    this.#storage = storage
    this.#initial = initial
    this.#compactAfter = compactAfter
  }

  /** Goes on with a sandbox that is as its log says. */
  resume({ sandbox, log, initial }: LoggedPair): void {
    this.#compactWhenDue(this.#follow(sandbox, log, imageOf(sandbox), initial))
  }

  /** Stops recording a sandbox that another server took over; further writes to it here are refused. */
  forget(sandbox: RecordedSandbox, refusal: ApiError): void {
    this.#kept.delete(sandbox)
    this.#over.set(sandbox, refusal)
  }

  open(sandbox: RecordedSandbox): Promise<void> {
    return refusing(async () => {
      const image = imageOf(sandbox)
      const log = await this.#openLog(sandbox)

      await log.compact(inParts(entriesBetween(this.#initial, image)))
      this.#follow(sandbox, log, image)
    })
  }

  /** Rewrites the log of a sandbox, whoever has written to it meanwhile. */
  rewrite(sandbox: RecordedSandbox, current: Checkpoint): Promise<void> {
    return refusing(async () => {
      const image = imageOf(sandbox, current)
      const log = await this.#openLog(sandbox)

      await log.compact(inParts(entriesBetween(this.#initial, image)))
      this.#follow(sandbox, log, image)
    })
  }

  close(sandbox: RecordedSandbox): Promise<void> {
    return refusing(async () => {
      await this.#kept.get(sandbox)?.log.delete()
      this.#kept.delete(sandbox)
      this.#over.set(sandbox, undefined)
    })
  }

  async record(sandbox: RecordedSandbox, current: Checkpoint, isMoreThanData: boolean): Promise<void> {
    if (this.#over.has(sandbox)) {
      const refusal = this.#over.get(sandbox)

      if (refusal) throw refusal

      return
    }

    const before = this.#kept.get(sandbox)?.image ?? this.#initial
    const after = isMoreThanData
      ? imageOf(sandbox, current)
      : { ...before, slots: new Map(before.slots).set('current', current) }
    const entries = entriesBetween(before, after)

    if (entries.length === 0) return
    await refusing(async () => {
      const kept = this.#kept.get(sandbox) ?? (await this.#begin(sandbox))

      await kept.log.append(entries)
      kept.image = after
      this.#compactWhenDue(kept)
    })
  }

  /** When what goes on in the background is done. */
  async settled(): Promise<void> {
    for (const { compaction } of this.#kept.values()) await compaction
  }

  async #begin(sandbox: RecordedSandbox): Promise<Kept> {
    return this.#follow(sandbox, await this.#openLog(sandbox), this.#initial)
  }

  /** Items of an earlier sandbox with its id are removed. */
  async #openLog({ id }: RecordedSandbox): Promise<SandboxLog> {
    const log = await SandboxLog.open(this.#storage, id)

    await log.skip()

    return log
  }

  #follow(
    sandbox: RecordedSandbox,
    log: SandboxLog,
    image: SandboxImage,
    initial: SandboxImage = this.#initial,
  ): Kept {
    const kept = { log, initial, image, compaction: undefined, compactAt: this.#limitOf(log) }

    this.#kept.set(sandbox, kept)

    return kept
  }

  #limitOf({ size }: SandboxLog): number {
    return Math.max(this.#compactAfter, size.base)
  }

  #compactWhenDue(kept: Kept): void {
    if (kept.compaction || kept.log.size.entries <= kept.compactAt) return
    kept.compaction = this.#compact(kept)
  }

  async #compact(kept: Kept): Promise<void> {
    try {
      await kept.log.compact(inParts(entriesBetween(kept.initial, kept.image)))
      kept.compactAt = this.#limitOf(kept.log)
    } catch {
      // The log is as it was; it is tried again when it has grown further.
      kept.compactAt = kept.log.size.entries + this.#compactAfter
    }
    kept.compaction = undefined
  }
}

async function refusing(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof ApiError ? error : new NotKept(error)
  }
}
