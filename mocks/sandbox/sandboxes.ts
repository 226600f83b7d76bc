import { ApiError, NotFound } from '../model/shared/errors.ts'
import { Expiry } from './lifetime/expiry.ts'
import { Random } from '../model/shared/random.ts'
import type { Recorder } from './state/recorder.ts'
import { checkId, idInUse } from './sandbox-id.ts'
import type { CreateOptions, SandboxesOptions, SavedSandboxes, Sharing } from './sandboxes-options.ts'
import { LiveSandbox, type AcquiredSandbox } from './lifetime/live-sandbox.ts'
import { summaryOf, type SandboxSummary } from './lifetime/summary.ts'
import type { Sandbox } from './sandbox.ts'
import { dayLength } from '../model/shared/durations.ts'

/** Idle time after which a process releases a shared sandbox. */
const releaseAfter = 10 * 60 * 1000

/**
 * The sandboxes that one set of handlers serves. The default one always exists; others are created on first use
 * from the initial state of the default one, and expire when they are idle.
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
    const live = this.#open.get(checkId(id))

    if (!live) throw new NotFound(this.expiry.explain(id) ?? `There is no sandbox "${id}".`)

    return live
  }

  /** The sandbox with an id; where there is none yet, the default one, whose users it will have. */
  find(id: string = this.default.id): { readonly sandbox: Sandbox } {
    return this.#open.get(id) ?? { sandbox: this.default }
  }

  /**
   * Uses a sandbox for a request, and creates it when there is none with this id. It does not expire before it
   * is released.
   *
   * @throws {InvalidRequest} when it can't be an id
   */
  acquire(id: string = this.default.id): AcquiredSandbox {
    const live = this.#open.get(id) ?? this.#beginUnshared(id)

    if (live !== this.#latest) {
      this.#open.delete(id)
      this.#open.set(id, live)
      this.#latest = live
    }

    const acquired = live.acquire()

    this.expireIdle()

    return acquired
  }

  /**
   * Creates a sandbox: a copy of another one, or of the initial state.
   *
   * @param id generated if omitted
   * @throws {ApiError} 409 when there is one with this id already
   */
  async create(id: string = this.#newId(), { from, seed, by }: CreateOptions = {}): Promise<LiveSandbox> {
    this.#checkFree(id)
    this.expireIdle()
    this.#checkRoom()
    if (this.#sharing && !(await this.#sharing.claim(id))) throw idInUse(id)

    const sandbox = (from === undefined ? this.#initial : this.get(from).sandbox).fork(id)

    try {
      if (seed !== undefined) await sandbox.reset({ seed, by })
      this.#checkFree(id)

      const live = this.#add(sandbox)

      await this.#recorder?.open(sandbox)

      return live
    } catch (error) {
      if (this.#open.get(id)?.sandbox === sandbox) this.unload(id)
      if (!this.has(id)) this.#sharing?.release(sandbox)
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
    this.unload(id)
    this.expiry.forget(id)
    this.#sharing?.release(sandbox)
  }

  /** Unloads a sandbox from this process and disposes of its streams. Returns the sandbox, if it was loaded. */
  unload(id: string): Sandbox | undefined {
    const live = this.#open.get(id)

    live?.dispose()
    this.#open.delete(id)
    if (live === this.#latest) this.#latest = undefined

    return live?.sandbox
  }

  /** Adds a sandbox that was restored from its log. */
  adopt(sandbox: Sandbox): void {
    this.#checkRoom()
    this.unload(sandbox.id)
    this.#add(sandbox)
  }

  /** Clears the notice that a sandbox replaced an expired one. */
  acknowledge(id: string): void {
    this.get(id).predecessor = undefined
  }

  /** Creates a sandbox on first use. */
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

  /** Sandboxes in use may exceed the limit for a moment, up to twice as many. */
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
    if (this.#open.has(checkId(id))) throw idInUse(id)
  }

  #add(sandbox: Sandbox): LiveSandbox {
    const live = new LiveSandbox(sandbox, this.expiry.take(sandbox.id), () => this.default.clock.machineNow())

    this.#open.set(sandbox.id, live)
    this.#latest = live
    if (this.#recorder) sandbox.recordWith(this.#recorder)

    return live
  }

  /** Expires idle sandboxes. */
  expireIdle(): void {
    for (const live of this.#open.values()) {
      const { sandbox, idleFor } = live
      const isPermanent = (sandbox === this.default && !this.#sharing) || live.isInUse
      const reason = isPermanent ? undefined : this.expiry.reasonFor(idleFor, this.#open.size)

      if (this.#sharing && !isPermanent && (reason !== undefined || idleFor > releaseAfter)) {
        this.unload(sandbox.id)
        this.#sharing.release(sandbox)
      } else if (reason !== undefined) {
        this.unload(sandbox.id)
        // A sandbox that can't be deleted now is there again after a restart, and expires again.
        this.#recorder?.close(live.sandbox).catch(() => undefined)
        this.expiry.record({ id: live.sandbox.id, reason, at: live.now })
      } else if (!isPermanent) break
    }
  }

  #newId(): string {
    // Other processes generate names as well.
    if (this.#sharing) return globalThis.crypto.randomUUID()

    let id = this.#names.text(12)

    while (this.#open.has(id)) id = this.#names.text(12)

    return id
  }
}
