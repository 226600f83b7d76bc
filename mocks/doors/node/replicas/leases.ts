import type { StoreClient, Connection } from './connection.ts'
import { LogMustShrink } from '../../../sandbox/persistence/log-storage.ts'
import { defaultSandboxId } from '../../../sandbox/sandbox-id.ts'
import { indexKey, isInitialName, keysOf, type Keys, writeResults } from './scripts.ts'
import { OwnershipLost, OwnedElsewhere, SharedStoreDown, type Observe } from './sharing.ts'

export interface LeaseOptions {
  /** Name of this replica, with the URL at which others reach it: `http://10.0.0.7:4010#3f2a`. */
  readonly owner: () => string
  /** How long a lease lasts without renewal, in milliseconds; a sandbox whose owner died is unavailable for that long. */
  readonly leaseTime: number
  /** Bytes above which only small writes to a log are accepted (`putItems` in scripts.ts); 0, the default, for no limit. */
  readonly limit?: number
  /** How long an unused sandbox is stored, in milliseconds; 0, the default, for no limit. */
  readonly idleLimit?: number
  /** The summary of an owned sandbox as JSON, for the other replicas. */
  readonly summary?: (name: string) => string | undefined
  /** Called when the copy of a sandbox in memory is outdated: before its lease is taken, and once that is lost or released. */
  readonly onDropped?: (name: string) => void
  readonly observe: Observe
}

/** The leases of this replica. */
export class Leases {
  readonly #connection: Connection
  readonly #options: LeaseOptions
  readonly #held = new Map<string, Lease>()
  /** The summaries that were stored last. */
  readonly #published = new Map<string, string>()

  constructor(connection: Connection, options: LeaseOptions) {
    this.#connection = connection
    this.#options = options
  }

  get(name: string): Lease | undefined {
    return this.#held.get(name)
  }

  get all(): readonly Lease[] {
    return [...this.#held.values()]
  }

  /** @throws {OwnedElsewhere} when another replica owns it */
  async take(name: string): Promise<Lease> {
    const requestedAt = bothClocks()

    this.#forget(name)

    const [owner, fence] = (await this.#run((client) =>
      client.takeLease(...this.#keys(name), this.#options.owner(), this.#options.leaseTime),
    )) as [string, string] // the script returns the owner and the fence

    if (fence === '0') throw new OwnedElsewhere(owner.split('#', 1)[0] ?? owner)

    const lease = new Lease(name, fence, requestedAt, this.#options.leaseTime)

    this.#held.set(name, lease)
    await this.#touch([name])
    this.#report('acquired', name)

    return lease
  }

  /** Renews the leases of this replica, and reports the lost ones. */
  async renew(leases: readonly Lease[] = this.all): Promise<void> {
    await Promise.all([
      ...leases.map((lease) => this.#renew(lease)),
      this.#touch(leases.map(({ name }) => name)),
    ])
  }

  /** Releases a sandbox. One without a log is removed from the index. */
  async release(name: string): Promise<void> {
    const lease = this.#held.get(name)

    if (!lease) return
    this.#forget(name)

    const hasLog = (await this.#run((client) => client.releaseLease(...this.#keys(name), lease.fence))) === 1

    if (!hasLog) await this.#run((client) => client.zrem(indexKey(this.#connection.prefix), name))
    this.#report('released', name)
  }

  get idleLimit(): number {
    return this.#options.idleLimit ?? 0
  }

  /** How long a log is stored when it is not used, in milliseconds; 0 for no limit. */
  retention(name: string): number {
    return name === defaultSandboxId || isInitialName(name) ? 0 : this.idleLimit
  }

  get limit(): number {
    return this.#options.limit ?? 0
  }

  /**
   * Writes under a lease.
   *
   * @throws {OwnershipLost} when another replica has taken the sandbox over
   * @throws {LogMustShrink} when the log has reached its size limit
   */
  async write(lease: Lease, write: (client: StoreClient, keys: Keys) => Promise<unknown>): Promise<void> {
    if (lease.isLost) throw new OwnershipLost()

    const requestedAt = bothClocks()

    try {
      const { result, isUncertain } = await this.#connection.attempt((client) =>
        write(client, this.#keys(lease.name)),
      )

      // The first attempt may have been stored before another replica took the sandbox over.
      if (result === writeResults.notOwned)
        throw isUncertain ? new SharedStoreDown(true) : new OwnershipLost()
      if (result === writeResults.full) {
        throw new LogMustShrink(
          `This sandbox has reached the ${this.limit / 1024 / 1024} MiB that --sandbox-limit allows. Nothing was changed. Reset or delete the sandbox.`,
        )
      }
      lease.renew(requestedAt)
      lease.writes += 1
    } catch (error) {
      // The write may have happened, so the sandbox is read again.
      if (error instanceof OwnershipLost || (error instanceof SharedStoreDown && error.isUncertain))
        this.#lose(lease)
      throw error
    }
  }

  async #renew(lease: Lease): Promise<void> {
    const { name, terms } = lease
    const summary = this.#options.summary?.(name) ?? ''
    const update = summary === this.#published.get(name) ? '' : summary
    const requestedAt = bothClocks()
    const result = await this.#run((client) =>
      client.renewLease(...this.#keys(name), ...terms, this.retention(name), update),
    )

    if (result === writeResults.notOwned) return this.#lose(lease)
    lease.renew(requestedAt)
    this.#published.set(name, summary)
  }

  /** Records the time at which sandboxes were last used. */
  async #touch(names: readonly string[]): Promise<void> {
    const members = names.filter((name) => !isInitialName(name)).flatMap((name) => [Date.now(), name])

    if (members.length > 0) {
      await this.#run((client) => client.touchIndex(indexKey(this.#connection.prefix), ...members))
    }
  }

  #lose(lease: Lease): void {
    if (this.#held.get(lease.name) !== lease) return
    this.#forget(lease.name)
    this.#report('lost', lease.name)
  }

  /** Reports an event, except for the short leases of initial states. */
  #report(event: 'acquired' | 'released' | 'lost', sandbox: string): void {
    if (!isInitialName(sandbox)) this.#options.observe({ event, sandbox })
  }

  /** Drops the sandbox from memory with its lease: the next owner may change it. */
  #forget(name: string): void {
    this.#held.get(name)?.lose()
    this.#held.delete(name)
    this.#published.delete(name)
    if (!isInitialName(name)) this.#options.onDropped?.(name)
  }

  #run<R>(command: (client: StoreClient) => Promise<R>): Promise<R> {
    return this.#connection.run(command)
  }

  #keys(name: string): Keys {
    return keysOf(this.#connection.prefix, name)
  }
}

/** Allowance for clock drift, as a part of the lease time. */
const margin = 1 / 15

/** The ownership of a sandbox by this replica, as far as this replica knows. */
export class Lease {
  readonly name: string
  /** Fencing token, which grows with each owner. */
  readonly fence: string
  /** Number of writes stored under it. */
  writes = 0
  /** Number of requests in progress for the sandbox. */
  inProgress = 0
  #isLost = false
  /** How long it lasts, in milliseconds. */
  readonly #duration: number
  #until: readonly number[] = []

  /** @param requestedAt the time of the request, by `bothClocks()` */
  constructor(name: string, fence: string, requestedAt: readonly number[], duration: number) {
    this.name = name
    this.fence = fence
    this.#duration = duration
    this.renew(requestedAt)
  }

  /** The arguments of scripts that write. */
  get terms(): readonly [fence: string, duration: number] {
    return [this.fence, this.#duration]
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Whether it is certain that no other server has taken the sandbox over. */
  get isSure(): boolean {
    const now = bothClocks()

    return !this.#isLost && this.#until.every((until, clock) => (now[clock] ?? Infinity) < until)
  }

  renew(requestedAt: readonly number[]): void {
    this.#until = requestedAt.map((time) => time + this.#duration * (1 - margin))
  }

  lose(): void {
    this.#isLost = true
  }
}

/** The time by both clocks: one stops while a machine sleeps, the other may be set back. */
function bothClocks(): readonly number[] {
  return [performance.now(), Date.now()]
}
