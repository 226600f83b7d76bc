import { ApiError, InvalidRequest, NotFound } from '../model/shared/errors.ts'
import { Expiry } from './lifetime/expiry.ts'
import { Random } from '../model/shared/random.ts'
import type { Recorder } from './state/recorder.ts'
import { Resident, type Visit } from './lifetime/open-sandbox.ts'
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

/** Sandboxes that are kept longer than the process lives. */
export interface KeptSandboxes {
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
  readonly #residents = new Map<string, Resident>()
  /** The last of them. */
  #latest: Resident | undefined

  constructor(
    sandbox: Sandbox,
    { requireSandbox = false, idleLimit = day, countLimit = 1000 }: SandboxesOptions = {},
    kept: KeptSandboxes = {},
  ) {
    this.default = sandbox
    this.isRequired = requireSandbox
    this.expiry = new Expiry({ idleLimit, countLimit })
    this.#origin = kept.origin ?? sandbox.fork(sandbox.id)
    this.#names = new Random(sandbox.settings.seed)
    this.#recorder = kept.recorder
    for (const each of [sandbox, ...(kept.others ?? [])]) this.#moveIn(each)
  }

  /** Every sandbox, the most recently used first. */
  list(): Resident[] {
    return [...this.#residents.values()].toReversed()
  }

  /** @throws {NotFound} when there is no such sandbox (any more) */
  get(id: string): Resident {
    const resident = this.#residents.get(checkId(id))

    if (!resident) throw new NotFound(this.expiry.explain(id) ?? `There is no sandbox "${id}".`)

    return resident
  }

  /**
   * Uses a sandbox for a request, beginning it when there is none with this id. It does not expire before the
   * visit ends.
   *
   * @throws {InvalidRequest} when it can't be an id
   */
  visit(id: string = this.default.id): Visit {
    const resident = this.#residents.get(id) ?? this.#begin(checkId(id))

    if (resident !== this.#latest) {
      this.#residents.delete(id)
      this.#residents.set(id, resident)
      this.#latest = resident
    }

    const visit = resident.visit()

    this.#expireIdle()

    return visit
  }

  /**
   * Begins a sandbox: a copy of another one, or of the data that the default one began with.
   *
   * @param id a name is made up when it is left out
   * @throws {ApiError} 409 when there is one with this id already
   */
  create(id: string = this.#newId(), from?: string): Resident {
    if (this.#residents.has(checkId(id))) throw new ApiError(409, `There is a sandbox "${id}" already.`)

    return this.#begin(id, from === undefined ? undefined : this.get(from).sandbox)
  }

  /** @throws {ApiError} 409 for the default sandbox, which is always there */
  delete(id: string): void {
    if (this.get(id).sandbox === this.default) {
      throw new ApiError(409, "The default sandbox can't be deleted. Reset it: POST /__sandbox/reset.")
    }

    this.#moveOut(this.get(id))
    this.expiry.forget(id)
  }

  /** Takes note that it is known that a sandbox took the place of an expired one. */
  acknowledge(id: string): void {
    this.get(id).predecessor = undefined
  }

  #begin(id: string, from?: Sandbox): Resident {
    const sandbox = (from ?? this.#origin).fork(id)

    this.#recorder?.open(sandbox, from)

    return this.#moveIn(sandbox)
  }

  #moveIn(sandbox: Sandbox): Resident {
    const resident = new Resident(sandbox, this.expiry.take(sandbox.id), () =>
      this.default.clock.machineNow(),
    )

    this.#residents.set(sandbox.id, resident)
    this.#latest = resident
    if (this.#recorder) sandbox.recordWith(this.#recorder)

    return resident
  }

  #moveOut({ sandbox }: Resident): void {
    this.#recorder?.close(sandbox)
    this.#residents.delete(sandbox.id)
  }

  #expireIdle(): void {
    for (const resident of this.#residents.values()) {
      const isPermanent = resident.sandbox === this.default || resident.isInUse
      const reason = isPermanent ? undefined : this.expiry.reasonFor(resident, this.#residents.size)

      if (reason !== undefined) {
        this.#moveOut(resident)
        this.expiry.note(resident, reason)
      } else if (!isPermanent) break
    }
  }

  #newId(): string {
    let id = this.#names.text(12)

    while (this.#residents.has(id)) id = this.#names.text(12)

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
