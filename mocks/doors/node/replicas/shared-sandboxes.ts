import { setTimeout as wait } from 'node:timers/promises'
import {
  readInitialState,
  restoreSandbox,
  sandboxWith,
  setAside,
} from '../../../sandbox/persistence/restore-sandboxes.ts'
import type { SandboxState } from '../../../sandbox/state/sandbox-state.ts'
import type { RedisStorage, ListedSandbox } from './redis-storage.ts'
import { OwnedElsewhere, SharedStoreDown, OwnershipLost } from './sharing.ts'
import type { LogRecorder } from '../../../sandbox/persistence/log-recorder.ts'
import { LogDamage, Unrestorable } from '../../../sandbox/persistence/log-storage.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { checkId, defaultSandboxId } from '../../../sandbox/sandbox-id.ts'
import { Sandboxes, type SandboxesOptions, type Sharing } from '../../../sandbox/sandboxes.ts'
import { SandboxSummary, summaryOf } from '../../../sandbox/lifetime/sandbox-summary.ts'
import type { Lease } from './leases.ts'

/** Reads an initial state, once no other replica is writing it. */
export async function readShared(storage: RedisStorage, name: string): Promise<SandboxState> {
  const state = await whenFree(() => readInitialState(storage, {}, name))

  await storage.leases.release(name)
  if (!state) throw new Error(`the store lacks the initial state ${name} of some of its sandboxes`)

  return state
}

/**
 * Repeats work while another replica owns the log.
 *
 * @param end until when to repeat it while the store is down, by `performance.now()`
 */
export async function whenFree<R>(work: () => Promise<R>, end = 0): Promise<R> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isTemporary =
        error instanceof OwnedElsewhere || (error instanceof SharedStoreDown && performance.now() < end)

      if (!isTemporary) throw error
      await wait(100)
    }
  }
}

/** The owner of a sandbox: this replica, with its lease, or the replica at a URL. */
type Owner = { readonly lease: Lease } | { readonly url: string }

/** What sandboxes are made from, and the time of a lease without renewal. */
interface SharedSandboxesOptions extends SandboxesOptions {
  readonly template: Sandbox
  readonly initial: { readonly name: string; readonly state: SandboxState }
  readonly leaseTime: number
}

/** Maximum number of sandboxes in a list. */
const maxListed = 1000

/** The sandboxes of a store that this replica owns: it loads them when they are requested, and releases idle ones. */
export class SharedSandboxes implements Sharing {
  readonly sandboxes: Sandboxes
  readonly #storage: RedisStorage
  readonly #recorder: LogRecorder
  /** Provides what the store does not contain: settings, generator. */
  readonly #template: Sandbox
  readonly #initialStates: Map<string, Promise<SandboxState>>
  readonly #pending = new Map<string, Promise<Owner>>()
  readonly #renewals: NodeJS.Timeout

  constructor(
    storage: RedisStorage,
    recorder: LogRecorder,
    { template, initial: { name, state }, leaseTime, ...options }: SharedSandboxesOptions,
  ) {
    this.#storage = storage
    this.#recorder = recorder
    this.#template = template
    this.#initialStates = new Map([[name, Promise.resolve(state)]])
    this.#renewals = setInterval(() => this.#renew(), leaseTime / 3).unref()

    const initial = sandboxWith(template, defaultSandboxId, state)

    this.sandboxes = new Sandboxes(initial, options, { initial, recorder, sharing: this })
  }

  /** Returns the owner of a sandbox. If it has none, this replica takes it over. */
  ownerOrTakeOver(id: string): Promise<Owner> {
    const lease = this.#storage.leases.get(id)

    if (lease?.isSure && (this.sandboxes.has(id) || this.sandboxes.setAside.has(id)))
      return Promise.resolve({ lease })

    const pending = this.#pending.get(id) ?? this.#takeOver(id).finally(() => this.#pending.delete(id))

    this.#pending.set(id, pending)

    return pending
  }

  /** Whether a sandbox exists, whoever owns it. */
  has(id: string): Promise<boolean> {
    return this.#storage.has(id)
  }

  /** Whether a lease is valid; renews it if that is uncertain. */
  async confirm(lease: Lease): Promise<boolean> {
    // After a slow response the lease may have expired again.
    for (let tries = 0; tries < 2 && !lease.isSure && !lease.isLost; tries++) {
      await this.#storage.leases.renew([lease])
    }

    return lease.isSure
  }

  async claim(id: string): Promise<boolean> {
    try {
      await this.#storage.open(id)
    } catch (error) {
      if (error instanceof OwnedElsewhere) return false
      throw error
    }
    if ((await this.#storage.initialNameOf(id)) === undefined) return true
    await this.#storage.leases.release(id)

    return false
  }

  release(sandbox: Sandbox): void {
    this.#recorder.forget(sandbox, new OwnershipLost())
    // If the store is down, the lease expires.
    this.#storage.leases.release(sandbox.id).catch(() => undefined)
  }

  async summaries(): Promise<{ count: number; items: SandboxSummary[] }> {
    const { count, items } = await this.#storage.listSandboxes(maxListed)
    const loaded = new Map(this.sandboxes.list().map((each) => [each.id, each]))

    return {
      count,
      items: items.map((item) => {
        const own = loaded.get(item.name)

        if (own) return summaryOf(own)

        // One of another version of this program may have another form.
        return (
          SandboxSummary.safeParse(JSON.parse(item.summary ?? 'null')).data ?? this.#provisionalSummary(item)
        )
      }),
    }
  }

  /** A summary of another replica's sandbox whose owner has not stored one yet. */
  #provisionalSummary({ name, usedAt }: ListedSandbox): SandboxSummary {
    const { control, data } = this.sandboxes.default
    const time = new Date(usedAt).toISOString()

    return {
      id: name,
      is_default: name === this.sandboxes.default.id,
      seed: control.seed,
      entities: data.entities.size,
      changes: 0,
      snapshots: 0,
      created_on: time,
      last_used_on: time,
      is_in_use: true,
    }
  }

  /** Drops the copy of a sandbox in memory, which may be outdated. */
  drop(id: string): void {
    const sandbox = this.sandboxes.unload(id)

    this.sandboxes.setAside.delete(id)
    if (sandbox) this.#recorder.forget(sandbox, new OwnershipLost())
  }

  /** The summary of a sandbox in memory, as JSON. */
  summary(id: string): string | undefined {
    const loaded = this.sandboxes.list().find((sandbox) => sandbox.id === id)

    return loaded && JSON.stringify(summaryOf(loaded))
  }

  /** Releases the sandboxes without requests in progress. */
  async releaseIdle(): Promise<void> {
    await this.#settle()
    for (const { name, inProgress } of this.#storage.leases.all) {
      const sandbox = inProgress === 0 ? this.sandboxes.unload(name) : undefined

      if (sandbox) this.release(sandbox)
    }
  }

  /** Releases all sandboxes. */
  async close(): Promise<void> {
    clearInterval(this.#renewals)
    await this.#settle()
    for (const sandbox of this.sandboxes.list()) this.#recorder.forget(sandbox, new OwnershipLost())
    await this.#storage.close().catch(() => undefined) // leases expire
  }

  async #settle(): Promise<void> {
    await this.#recorder.settled()
    await this.#storage.leases.renew().catch(() => undefined) // stores the summaries
  }

  async #takeOver(id: string): Promise<Owner> {
    const held = this.#storage.leases.get(checkId(id))

    if (held && this.sandboxes.has(id) && (await this.confirm(held))) return { lease: held }

    try {
      const lease = await this.#storage.leases.take(id)

      await this.#adopt(id, lease)

      return { lease }
    } catch (error) {
      if (error instanceof OwnedElsewhere) return { url: error.url }
      await this.#storage.leases.release(id).catch(() => undefined) // it expires
      throw error
    }
  }

  /**
   * Creates a sandbox, or restores it from its log. One that can't be restored is set aside.
   *
   * @throws {OwnershipLost} when the lease is lost meanwhile
   */
  async #adopt(id: string, lease: Lease): Promise<void> {
    const name = await this.#storage.initialNameOf(id)

    if (name === undefined) {
      if (lease.isLost) throw new OwnershipLost()
      this.sandboxes.createOnUse(id)

      return
    }

    const initial = await this.#initialState(name)
    const restoring = restoreSandbox(this.#storage.ownedOnly, id, initial, this.#template)

    const failure = await restoring.then(
      () => undefined,
      (error: unknown) => error,
    )

    // Its next owner may have written the log while it was read, so that it seems damaged.
    if (!(await this.confirm(lease))) throw new OwnershipLost()
    if (failure instanceof LogDamage || failure instanceof Unrestorable) {
      this.sandboxes.setAside.set(id, setAside(this.#storage.ownedOnly, id, failure))

      return
    }

    const { log, sandbox } = await restoring

    this.sandboxes.addRestored(sandbox)
    this.#recorder.continueLog({ sandbox, log, initial })
  }

  /** Reads an initial state, because one from another version or other options can't be generated again. */
  #initialState(name: string): Promise<SandboxState> {
    const reading = this.#initialStates.get(name) ?? readShared(this.#storage, name)

    this.#initialStates.set(name, reading)
    reading.catch(() => this.#initialStates.delete(name))

    return reading
  }

  #renew(): void {
    this.sandboxes.expireIdle()
    // A failed renewal is repeated by the next one.
    this.#storage.leases.renew().catch(() => undefined)
  }
}
