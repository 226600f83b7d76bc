import { ApiError, NotFound } from '../model/shared/errors.ts'
import { Expiry } from './lifetime/expiry.ts'
import { Random } from '../model/shared/random.ts'
import type { Recorder } from './state/recorder.ts'
import { checkId, taken } from './sandbox-id.ts'
import type { CreateOptions, SandboxesOptions, SavedSandboxes, Sharing } from './sandboxes-options.ts'
import { LiveSandbox, type AcquiredSandbox } from './lifetime/live-sandbox.ts'
import { summaryOf, type SandboxSummary } from './lifetime/summary.ts'
import type { Sandbox } from './sandbox.ts'
import { dayLength } from '../model/shared/durations.ts'

/** How long one that is shared stays with a process that does not use it. */
const stay = 10 * 60 * 1000

/**
 * The sandboxes that one set of handlers serves. The default one is always there; others begin when they are
 * first used, from the data that the default one began with, and expire when they are left alone.
 */
export class Sandboxes {
  readonly default: Sandbox
  readonly isRequired: boolean
  readonly expiry: Expiry
  readonly #initial: Sandbox
  readonly #names: Random
  readonly #recorder: Recorder | undefined
  readonly #sharing: Sharing | undefined
  /** Least recently used first. */
  readonly #open = new Map<string, LiveSandbox>()
  /** The last of them. */
  #latest: LiveSandbox | undefined

  constructor(
    sandbox: Sandbox,
    { requireSandbox = false, idleLimit = dayLength, countLimit = 1000 }: SandboxesOptions = {},
    saved: SavedSandboxes = {},
  ) {
    this.default = sandbox
    this.isRequired = requireSandbox
    this.expiry = new Expiry({ idleLimit, countLimit })
    this.#initial = saved.initial ?? sandbox.fork(sandbox.id)
    this.#names = new Random(sandbox.settings.seed)
    this.#recorder = saved.recorder
    this.#sharing = saved.sharing
    if (!saved.sharing) for (const each of [sandbox, ...(saved.others ?? [])]) this.#add(each)
  }

  /** Every sandbox, the most recently used first. */
  list(): LiveSandbox[] {
    return [...this.#open.values()].toReversed()
  }

  /** Summaries of all sandboxes, the most recently used first, and their number. */
  async summaries(): Promise<{ count: number; items: readonly SandboxSummary[] }> {
    if (this.#sharing) return this.#sharing.summaries()

    const items = this.list().map(summaryOf)

    return { count: items.length, items }
  }

  get size(): number {
    return this.#open.size
  }

  has(id: string): boolean {
    return this.#open.has(id)
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
    const opened = this.#open.get(id) ?? this.#beginUnshared(id)

    if (opened !== this.#latest) {
      this.#open.delete(id)
      this.#open.set(id, opened)
      this.#latest = opened
    }

    const acquired = opened.acquire()

    this.expireIdle()

    return acquired
  }

  /**
   * Creates a sandbox: a copy of another one, or of the initial state.
   *
   * @param id a name is made up when it is left out
   * @throws {ApiError} 409 when there is one with this id already
   */
  async create(id: string = this.#newId(), { from, seed, by }: CreateOptions = {}): Promise<LiveSandbox> {
    this.#checkFree(id)
    this.expireIdle()
    this.#checkRoom()
    if (this.#sharing && !(await this.#sharing.claim(id))) throw taken(id)

    const sandbox = (from === undefined ? this.#initial : this.get(from).sandbox).fork(id)

    try {
      if (seed !== undefined) await sandbox.reset({ seed, by })
      this.#checkFree(id)

      const opened = this.#add(sandbox)

      await this.#recorder?.open(sandbox)

      return opened
    } catch (error) {
      if (this.#open.get(id)?.sandbox === sandbox) this.drop(id)
      if (!this.has(id)) this.#sharing?.leave(sandbox)
      throw error
    }
  }

  /** @throws {ApiError} 409 for the default sandbox, which is always there */
  async delete(id: string): Promise<void> {
    const { sandbox } = this.get(id)

    if (id === this.default.id) {
      throw new ApiError(409, "The default sandbox can't be deleted. Reset it: POST /__sandbox/reset.")
    }

    await this.#recorder?.close(sandbox)
    this.drop(id)
    this.expiry.forget(id)
    this.#sharing?.leave(sandbox)
  }

  /** Ends what goes on with a sandbox here. Gives the sandbox, if it was here. */
  drop(id: string): Sandbox | undefined {
    const opened = this.#open.get(id)

    opened?.end()
    this.#open.delete(id)
    if (opened === this.#latest) this.#latest = undefined

    return opened?.sandbox
  }

  /** Goes on with a sandbox from elsewhere. */
  adopt(sandbox: Sandbox): void {
    this.#checkRoom()
    this.drop(sandbox.id)
    this.#add(sandbox)
  }

  /** Takes note that it is known that a sandbox took the place of an expired one. */
  acknowledge(id: string): void {
    this.get(id).predecessor = undefined
  }

  /** Begins a sandbox by its use. */
  begin(id: string): LiveSandbox {
    checkId(id)
    this.#checkRoom()

    return this.#add(this.#initial.fork(id))
  }

  /** A shared sandbox may have another owner by now. */
  #beginUnshared(id: string): LiveSandbox {
    if (this.#sharing)
      throw new ApiError(503, `Sandbox "${id}" is not available on this server. Try again.`, {
        'Retry-After': '1',
      })

    return this.begin(id)
  }

  /** There may be more than the limit for a moment, while they are used; not any number. */
  #checkRoom(): void {
    const { countLimit } = this.expiry.limits

    if (this.#open.size <= 2 * countLimit) return

    throw new ApiError(
      503,
      `There are ${this.#open.size} sandboxes, all in use or used within a minute, where ${countLimit} are allowed (countLimit). Delete some: DELETE /__sandbox/sandboxes/{id}.`,
      { 'Retry-After': '60' },
    )
  }

  #checkFree(id: string): void {
    if (this.#open.has(checkId(id))) throw taken(id)
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

  /** Takes leave of sandboxes that were left alone for too long. */
  expireIdle(): void {
    for (const opened of this.#open.values()) {
      const { sandbox, idleFor } = opened
      const isPermanent = (sandbox === this.default && !this.#sharing) || opened.isInUse
      const reason = isPermanent ? undefined : this.expiry.reasonFor(idleFor, this.#open.size)

      if (this.#sharing && !isPermanent && (reason !== undefined || idleFor > stay)) {
        this.drop(sandbox.id)
        this.#sharing.leave(sandbox)
      } else if (reason !== undefined) {
        this.drop(sandbox.id)
        // A sandbox that can't be deleted now is there again after a restart, and expires again.
        this.#recorder?.close(opened.sandbox).catch(() => undefined)
        this.expiry.note({ id: opened.sandbox.id, reason, at: opened.now })
      } else if (!isPermanent) break
    }
  }

  #newId(): string {
    // Others make up names as well.
    if (this.#sharing) return globalThis.crypto.randomUUID()

    let id = this.#names.text(12)

    while (this.#open.has(id)) id = this.#names.text(12)

    return id
  }
}
