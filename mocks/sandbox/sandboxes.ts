import { ApiError, NotFound } from '../data/model/shared/errors.ts'
import { Expiry } from './lifetime/use-and-expiry.ts'
import { Random } from '../data/model/shared/random.ts'
import type { ChangeRecorder } from './state/sandbox-state.ts'
import { checkId, idInUse } from './sandbox-id.ts'
import { summaryOf, type SandboxSummary } from './lifetime/sandbox-summary.ts'
import type { Sandbox } from './sandbox.ts'
import type { Upstream } from './passthrough.ts'
import { dayLength } from '../data/model/shared/dates.ts'

export interface SandboxesOptions {
  /** Whether requests that name no sandbox are rejected instead of reaching the default one. Default no. */
  readonly requireSandbox?: boolean | undefined
  /** How long a sandbox may go unused before it expires, in milliseconds on the machine's clock. Default a day. */
  readonly idleLimit?: number | undefined
  /** How many sandboxes there may be before the least recently used expire. Default 1,000. */
  readonly countLimit?: number | undefined
}

export const sandboxesOptionNames = ['requireSandbox', 'idleLimit', 'countLimit']

interface CreateOptions {
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
interface Persistence {
  /** The sandbox that new ones are forked from; if omitted, a copy of the default sandbox as it is at the start. */
  readonly initial?: Sandbox
  /** The restored sandboxes besides the default one. */
  readonly others?: readonly Sandbox[]
  /** Those that could not be restored, by id; what is stored of them stays as it is. */
  readonly setAside?: ReadonlyMap<string, SetAside>
  readonly recorder?: ChangeRecorder
  readonly sharing?: Sharing
}

/** A sandbox in use by a request, until it is released. */
export interface AcquiredSandbox {
  readonly sandbox: Sandbox
  readonly release: () => void
  /** Keeps a new sandbox: a request to it was not refused. */
  readonly keep: () => void
}

/** Idle time after which a server releases a shared sandbox, in milliseconds. */
const releaseAfter = 10 * 60 * 1000

/**
 * The sandboxes of a service: the default one, and others, which are created by the first request to them that is not
 * refused, and expire when they are idle.
 */
export class Sandboxes {
  readonly default: Sandbox
  /** Whether requests must name a sandbox. */
  readonly requiresId: boolean
  readonly expiry: Expiry
  /** What answers the requests that the sandboxes pass on, if there is something. */
  upstream: Upstream | undefined
  readonly #initial: Sandbox
  readonly #idRandom: Random
  readonly #recorder: ChangeRecorder | undefined
  readonly #sharing: Sharing | undefined
  /** The sandboxes that could not be restored, by id. Requests to them are rejected until they are deleted. */
  readonly setAside: Map<string, SetAside>
  /** By id, in the order of their last use, which is their release or their creation. */
  readonly #loaded = new Map<string, Sandbox>()
  /** Those among them whose first requests are in progress; dropped if all of these are refused. */
  readonly #unkept = new Set<Sandbox>()

  constructor(
    sandbox: Sandbox,
    { requireSandbox = false, idleLimit = dayLength, countLimit = 1000 }: SandboxesOptions = {},
    persistence: Persistence = {},
  ) {
    this.default = sandbox
    this.requiresId = requireSandbox
    this.expiry = new Expiry({ idleLimit, countLimit })
    this.#initial = persistence.initial ?? sandbox.fork(sandbox.id)
    this.#idRandom = new Random(sandbox.control.seed)
    this.#recorder = persistence.recorder
    this.#sharing = persistence.sharing
    this.setAside = new Map(persistence.setAside)
    if (!persistence.sharing) for (const each of [sandbox, ...(persistence.others ?? [])]) this.#add(each)
  }

  /** The loaded sandboxes: those in use, then the others, the most recently used first. */
  list(): Sandbox[] {
    return [...this.#loaded.values()]
      .toReversed()
      .toSorted((one, other) => Number(other.uses.areInProgress) - Number(one.uses.areInProgress))
  }

  /** Summaries of all sandboxes, the most recently used first, and their number. */
  async summaries(): Promise<{ count: number; items: readonly SandboxSummary[] }> {
    if (this.#sharing) return this.#sharing.summaries()

    return { count: this.size, items: this.list().map(summaryOf) }
  }

  get size(): number {
    return this.#loaded.size - this.#unkept.size
  }

  has(id: string): boolean {
    return this.#loaded.has(id)
  }

  /** @throws {ApiError} 503 when the sandbox is set aside, since it could not be restored */
  checkNotSetAside(id: string = this.default.id): void {
    const { reason } = this.setAside.get(id) ?? {}

    if (reason === undefined) return

    throw new ApiError(
      503,
      `Sandbox "${id}" can't be restored: ${reason}. To start it anew: DELETE /__sandbox/sandboxes/${id}.`,
    )
  }

  /** @throws {NotFound} when the sandbox does not exist or has expired */
  get(id: string): Sandbox {
    this.checkNotSetAside(checkId(id))

    const sandbox = this.#loaded.get(id)

    if (!sandbox) throw new NotFound(this.expiry.explain(id) ?? `There is no sandbox "${id}".`)

    return sandbox
  }

  /** The sandbox with an id, or the initial state if it does not exist yet. Does not create it. */
  find(id: string = this.default.id): Sandbox {
    return this.#loaded.get(id) ?? this.#initial
  }

  /**
   * Acquires a sandbox for a request; creates it if there is none. It does not expire before it is released; a new one is
   * then dropped, unless a request has kept it. Idle ones expire on a release, so that a request finds those that it names.
   *
   * @throws {InvalidRequest} when the id is not valid
   * @throws {ApiError} 503 when there are too many sandboxes
   */
  acquire(id: string = this.default.id): AcquiredSandbox {
    const known = this.#loaded.get(id)

    if (this.setAside.has(id)) return this.peekOrTemporary(id)
    if (!known && this.#sharing) {
      // Another server may own it by now.
      throw new ApiError(503, `Sandbox "${id}" is not available on this server. Try again.`, {
        'Retry-After': '1',
      })
    }

    const sandbox = known ?? this.createOnUse(id)
    const release = sandbox.uses.begin(() => {
      // It may have been unloaded meanwhile.
      if (this.#loaded.get(id) === sandbox && this.#loaded.delete(id)) {
        this.#loaded.set(id, sandbox)
        if (!sandbox.uses.areInProgress && this.#unkept.has(sandbox)) {
          this.#drop(sandbox)
          if (sandbox.predecessor) this.expiry.record(sandbox.predecessor)
        }
      }
      this.expireIdle()
    })

    return { sandbox, release, keep: () => this.#unkept.delete(sandbox) }
  }

  /**
   * Like `acquire()`, for a request that may create nothing: it does not count as a use, and what does not exist is a copy
   * of the initial state that ends with the request.
   */
  peekOrTemporary(id: string = this.default.id): AcquiredSandbox {
    const known = this.#loaded.get(id)
    const sandbox = known ?? this.#initial.fork(checkId(id))

    return { sandbox, release: () => known ?? sandbox.dispose(), keep: () => undefined }
  }

  /**
   * Creates a sandbox: a copy of another one, which counts as used, or of the initial state.
   *
   * @param id generated if omitted
   * @throws {NotFound} when the sandbox to copy does not exist
   * @throws {ApiError} 409 when the id is in use, 503 when there are too many sandboxes
   */
  async create(id: string = this.#newId(), { from, seed, by }: CreateOptions = {}): Promise<Sandbox> {
    this.#checkFree(id)

    const sandbox = this.#fork(from, id)

    if (this.#sharing && !(await this.#sharing.claim(id))) throw idInUse(id)

    try {
      if (seed !== undefined) await sandbox.reset({ seed, by })
      this.#checkFree(id)

      this.#add(sandbox)
      await this.#recorder?.createLog(sandbox)

      return sandbox
    } catch (error) {
      // Others may have written to it already.
      await this.#recorder?.deleteLog(sandbox).catch(() => undefined)
      if (this.#loaded.get(id) === sandbox) this.unload(id)
      if (!this.has(id)) this.#sharing?.release(sandbox)
      throw error
    }
  }

  /** Forks another sandbox, which counts as a use of it, or the initial state. */
  #fork(from: string | undefined, id: string): Sandbox {
    const source = from === undefined ? undefined : this.acquire(this.get(from).id)

    try {
      this.#makeRoom()

      return (source?.sandbox ?? this.#initial).fork(id)
    } finally {
      source?.release()
    }
  }

  /** @throws {ApiError} 404 when the sandbox does not exist, 409 for the default one */
  async delete(id: string): Promise<void> {
    const setAside = this.setAside.get(id)

    if (setAside) {
      await setAside.discard()
      this.setAside.delete(id)

      return
    }

    const sandbox = this.get(id)

    if (id === this.default.id) {
      throw new ApiError(409, "The default sandbox can't be deleted. Reset it: POST /__sandbox/reset.")
    }

    await this.#recorder?.deleteLog(sandbox)
    this.unload(id)
    this.expiry.take(id)
    this.#sharing?.release(sandbox)
  }

  /** Unloads a sandbox and ends its streams. Returns the sandbox, if it was loaded. */
  unload(id: string): Sandbox | undefined {
    const sandbox = this.#loaded.get(id)

    if (!sandbox) return undefined
    this.#loaded.delete(id)
    this.#unkept.delete(sandbox)
    sandbox.dispose()

    return sandbox
  }

  addRestored(sandbox: Sandbox): void {
    this.#makeRoom()
    this.unload(sandbox.id)
    this.#add(sandbox)
  }

  /** Creates a sandbox for its first request, which has to acquire and keep it. */
  createOnUse(id: string): Sandbox {
    checkId(id)
    this.#makeRoom()

    const sandbox = this.#initial.fork(id)

    this.#add(sandbox)
    this.#unkept.add(sandbox)

    return sandbox
  }

  /** Expires idle sandboxes. There can be twice as many as the limit if they are in use or were within a minute. */
  #makeRoom(): void {
    const { countLimit } = this.expiry.limits

    this.expireIdle()
    if (this.#loaded.size < 2 * countLimit) return

    throw new ApiError(
      503,
      `There are ${this.#loaded.size} sandboxes, all in use or used within the last minute; the limit is ${countLimit} (countLimit). Delete some: DELETE /__sandbox/sandboxes/{id}.`,
      { 'Retry-After': '60' },
    )
  }

  #checkFree(id: string): void {
    if (this.has(checkId(id)) || this.setAside.has(id)) throw idInUse(id)
  }

  #add(sandbox: Sandbox): void {
    sandbox.predecessor = this.expiry.take(sandbox.id)
    this.#loaded.set(sandbox.id, sandbox)
    if (this.#recorder) sandbox.recordWith(this.#recorder)
    sandbox.settings.sender?.wake(sandbox)
  }

  expireIdle(): void {
    const now = this.default.clock.machineNow()

    for (const sandbox of this.#loaded.values()) {
      const { id, uses } = sandbox
      const idleFor = now - uses.lastAt
      const mustStay = (sandbox === this.default && !this.#sharing) || uses.areInProgress
      const reason = mustStay ? undefined : this.expiry.reasonFor(idleFor, this.size)

      if (reason !== undefined || (this.#sharing && !mustStay && idleFor > releaseAfter)) {
        this.#drop(sandbox)
        if (reason !== undefined && !this.#sharing) {
          this.expiry.record({ id, reason, at: new Date(now).toISOString() })
        }
      } else if (!mustStay) break // The others were used more recently.
    }
  }

  /** Unloads a sandbox, and deletes its log; where servers share sandboxes, others may load it. */
  #drop(sandbox: Sandbox): void {
    this.unload(sandbox.id)
    if (this.#sharing) this.#sharing.release(sandbox)
    // If its log can't be deleted, the sandbox is restored at the next start, and expires again.
    else this.#recorder?.deleteLog(sandbox).catch(() => undefined)
  }

  #newId(): string {
    // Other servers generate ids as well.
    if (this.#sharing) return globalThis.crypto.randomUUID()

    let id = this.#idRandom.text(12)

    // Ids repeat after a restart.
    while (this.has(id) || this.setAside.has(id)) id = this.#idRandom.text(12)

    return id
  }
}
