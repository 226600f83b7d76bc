import { ApiError, InvalidRequest, NotFound } from '../model/shared/errors.ts'
import { Expiry } from './lifetime/expiry.ts'
import { Random } from '../model/shared/random.ts'
import type { Recorder } from './state/recorder.ts'
import { LiveSandbox, type AcquiredSandbox } from './lifetime/live-sandbox.ts'
import type { Sandbox } from './sandbox.ts'

/** The id of the sandbox that requests reach when they name none. */
export const defaultSandboxId = 'default'

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

/** Sandboxes that are kept longer than the process lives. */
export interface SavedSandboxes {
  /** What sandboxes begin with; what the default one is now when left out. */
  readonly origin?: Sandbox
  /** Those that are there besides the default one. */
  readonly others?: readonly Sandbox[]
  readonly recorder?: Recorder
}

const day = 24 * 60 * 60 * 1000

/**
 * The sandboxes that one set of handlers serves. The default one is always there; others begin when they are
 * first used, from the data that the default one began with, and expire when they are left alone.
 */
export class Sandboxes {
  readonly default: Sandbox
  readonly isRequired: boolean
  readonly expiry: Expiry
  readonly #origin: Sandbox
  readonly #names: Random
  readonly #recorder: Recorder | undefined
  /** Least recently used first. */
  readonly #open = new Map<string, LiveSandbox>()
  /** The last of them. */
  #latest: LiveSandbox | undefined

  constructor(
    sandbox: Sandbox,
    { requireSandbox = false, idleLimit = day, countLimit = 1000 }: SandboxesOptions = {},
    kept: SavedSandboxes = {},
  ) {
    this.default = sandbox
    this.isRequired = requireSandbox
    this.expiry = new Expiry({ idleLimit, countLimit })
    this.#origin = kept.origin ?? sandbox.fork(sandbox.id)
    this.#names = new Random(sandbox.settings.seed)
    this.#recorder = kept.recorder
    for (const each of [sandbox, ...(kept.others ?? [])]) this.#add(each)
  }

  /** Every sandbox, the most recently used first. */
  list(): LiveSandbox[] {
    return [...this.#open.values()].toReversed()
  }

  /** @throws {NotFound} when there is no such sandbox (any more) */
  get(id: string): LiveSandbox {
    const opened = this.#open.get(checkId(id))

    if (!opened) throw new NotFound(this.expiry.explain(id) ?? `There is no sandbox "${id}".`)

    return opened
  }

  /** The sandbox with an id; where there is none yet, the default one, whose users it will have. */
  find(id: string = this.default.id): { readonly sandbox: Sandbox } {
    return this.#open.get(id) ?? { sandbox: this.default }
  }

  /**
   * Uses a sandbox for a request, beginning it when there is none with this id. It does not expire before it
   * is released.
   *
   * @throws {InvalidRequest} when it can't be an id
   */
  acquire(id: string = this.default.id): AcquiredSandbox {
    const opened = this.#open.get(id) ?? this.#begin(id)

    if (opened !== this.#latest) {
      this.#open.delete(id)
      this.#open.set(id, opened)
      this.#latest = opened
    }

    const acquired = opened.acquire()

    this.#expireIdle()

    return acquired
  }

  /**
   * Begins a sandbox: a copy of another one, or of the data that the default one began with.
   *
   * @param id a name is made up when it is left out
   * @throws {ApiError} 409 when there is one with this id already
   */
  async create(id: string = this.#newId(), { from, seed, by }: CreateOptions = {}): Promise<LiveSandbox> {
    this.#checkFree(id)
    this.#expireIdle()
    this.#checkRoom()

    const sandbox = (from === undefined ? this.#origin : this.get(from).sandbox).fork(id)

    if (seed !== undefined) {
      await sandbox.reset({ seed, by })
      this.#checkFree(id)
    }

    const opened = this.#add(sandbox)

    try {
      await this.#recorder?.open(sandbox)
    } catch (error) {
      this.#open.delete(id)
      throw error
    }

    return opened
  }

  /** @throws {ApiError} 409 for the default sandbox, which is always there */
  async delete(id: string): Promise<void> {
    const { sandbox } = this.get(id)

    if (sandbox === this.default) {
      throw new ApiError(409, "The default sandbox can't be deleted. Reset it: POST /__sandbox/reset.")
    }

    await this.#recorder?.close(sandbox)
    this.#open.get(id)?.end()
    this.#open.delete(id)
    this.expiry.forget(id)
  }

  /** Takes note that it is known that a sandbox took the place of an expired one. */
  acknowledge(id: string): void {
    this.get(id).predecessor = undefined
  }

  #begin(id: string): LiveSandbox {
    checkId(id)
    this.#checkRoom()

    return this.#add(this.#origin.fork(id))
  }

  /** There may be more than the limit for a moment, while they are used; not any number. */
  #checkRoom(): void {
    const { countLimit } = this.expiry.limits

    if (this.#open.size <= 2 * countLimit) return

    throw new ApiError(
      503,
      `There are ${this.#open.size} sandboxes, all in use or used within a minute, where ${countLimit} are kept (countLimit). Delete some: DELETE /__sandbox/sandboxes/{id}.`,
      { 'Retry-After': '60' },
    )
  }

  #checkFree(id: string): void {
    if (this.#open.has(checkId(id))) throw new ApiError(409, `There is a sandbox "${id}" already.`)
  }

  #add(sandbox: Sandbox): LiveSandbox {
    const opened = new LiveSandbox(sandbox, this.expiry.take(sandbox.id), () =>
      this.default.clock.machineNow(),
    )

    this.#open.set(sandbox.id, opened)
    this.#latest = opened
    if (this.#recorder) sandbox.recordWith(this.#recorder)

    return opened
  }

  #expireIdle(): void {
    for (const opened of this.#open.values()) {
      const isPermanent = opened.sandbox === this.default || opened.isInUse
      const reason = isPermanent ? undefined : this.expiry.reasonFor(opened.idleFor, this.#open.size)

      if (reason !== undefined) {
        this.#open.delete(opened.sandbox.id)
        opened.end()
        // One that can't be deleted now is there again after a restart, and expires again.
        this.#recorder?.close(opened.sandbox).catch(() => undefined)
        this.expiry.note({ id: opened.sandbox.id, reason, at: opened.now })
      } else if (!isPermanent) break
    }
  }

  #newId(): string {
    let id = this.#names.text(12)

    while (this.#open.has(id)) id = this.#names.text(12)

    return id
  }
}

function checkId(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) {
    throw new InvalidRequest({
      sandbox: `"${id.slice(0, 100)}" can't be a sandbox: ids have 1 to 64 letters, digits, "-" and "_".`,
    })
  }

  return id
}
