import { ApiError } from '../../model/shared/errors.ts'
import type { Clock } from '../time/clock.ts'
import type { FaultRule } from './fault-rule.ts'
import { Fault, type ReplyEffect } from './fault.ts'
import { passthroughRules, type PassthroughSettings } from './passthrough-rules.ts'
import { drawLatency } from './latency.ts'
import { Random } from '../../model/shared/random.ts'
import type { RequestFacts } from './request-pattern.ts'
import type { SavedFault, SavedFaults } from '../state/runtime-state.ts'

/** The faults that apply to a request. */
export interface MatchedFaults {
  /** Their ids. */
  readonly faults: readonly string[]
  /** Milliseconds to wait first. */
  readonly delay: number
  readonly replyEffect: ReplyEffect | undefined
  /** The id of the fault with this effect. */
  readonly decidingFault: string | undefined
}

/** Limited because every request is matched against each. */
const maxFaults = 1000

/** Separates the random source of faults from that of the data, so that faults do not shift generated ids. */
const faultStream = 0x6fa17

/** What a transaction changes of faults; their counts are not rolled back. */
interface FaultsState {
  readonly faults: readonly Fault[]
  readonly lastNumber: number
  readonly random: number
}

/** The faults of a sandbox. The first one that matches a request decides; latencies add up. */
export class Faults {
  readonly #clock: Clock
  readonly #random: Random
  #faults: readonly Fault[] = []
  #lastNumber = 0
  #matchCount = 0
  /** Rules of the settings, which come last and can't be removed. */
  readonly #permanent: readonly Fault[]

  constructor(clock: Clock, settings: PassthroughSettings & { readonly seed: number }) {
    this.#clock = clock
    this.#random = new Random(settings.seed ^ faultStream)
    this.#permanent = passthroughRules(settings).map((rule) => this.#create(rule.name ?? '', rule, undefined))
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0 && this.#permanent.length === 0
  }

  get activeCount(): number {
    const now = this.#clock.now()

    return this.#faults.filter((fault) => fault.isActive(now)).length
  }

  /** The faults as plain data, with their counts; `restore()` is the reverse. */
  get saved(): SavedFaults {
    const rules = this.#faults.map((fault) => fault.saved)

    return { last: this.#lastNumber, random: this.#random.state, rules }
  }

  restore({ last, random, rules }: SavedFaults): void {
    this.state = { faults: rules.map((saved) => new Fault(saved)), lastNumber: last, random }
  }

  /** Restores an earlier list of faults. Those that still exist keep their counts if they are larger. */
  restoreList(list: readonly SavedFault[]): void {
    this.#put(
      list.map((saved) => {
        const { seen = 0, hits = 0, recent = [] } = this.find(saved.id) ?? {}

        return new Fault({
          ...saved,
          seen: Math.max(seen, saved.seen),
          hits: Math.max(hits, saved.hits),
          recent,
        })
      }),
    )
  }

  /** How many times any fault has matched a request; not those of the settings, whose counts are not stored. */
  get matchCount(): number {
    return this.#matchCount
  }

  get state(): FaultsState {
    return { faults: this.#faults, lastNumber: this.#lastNumber, random: this.#random.state }
  }

  set state({ faults, lastNumber, random }: FaultsState) {
    this.#faults = faults
    this.#lastNumber = lastNumber
    this.#random.state = random
  }

  list(): readonly Fault[] {
    return this.#faults
  }

  find(id: string): Fault | undefined {
    return this.#faults.find((fault) => fault.id === id)
  }

  /** Inserts rules before all others, in the given order. */
  add(rules: readonly FaultRule[], origin?: string): Fault[] {
    const added = rules.map((rule) => this.#create(this.#newId(), rule, origin))

    this.#put([...added, ...this.#faults])

    return added
  }

  addOne(rule: FaultRule): Fault {
    return this.put(this.#newId(), rule)
  }

  /** Replaces the rule with this id, or inserts it before all others. Its counts restart. */
  put(id: string, rule: FaultRule): Fault {
    const before = this.find(id)
    const fault = this.#create(id, rule, before?.origin)

    this.#put(
      before ? this.#faults.map((each) => (each === before ? fault : each)) : [fault, ...this.#faults],
    )

    return fault
  }

  /** @returns whether it existed */
  remove(id: string): boolean {
    return this.#removeWhere((fault) => fault.id === id)
  }

  removeFrom(origin: string): boolean {
    return this.#removeWhere((fault) => fault.origin === origin)
  }

  clear(): void {
    this.#put([])
  }

  /** Removes all faults, and restarts their ids and random source. */
  reset(seed: number): void {
    this.state = { faults: [], lastNumber: 0, random: seed ^ faultStream }
  }

  /** The faults that apply to a request; undefined when there are none. */
  match(request: RequestFacts): MatchedFaults | undefined {
    const now = this.#clock.now()
    const applied: string[] = []
    let delay = 0
    let replyEffect: ReplyEffect | undefined
    let decidingFault: string | undefined

    for (const fault of [...this.#faults, ...this.#permanent]) {
      const { effect } = fault.rule
      const isPermanent = this.#permanent.includes(fault)

      if (decidingFault !== undefined && effect.kind !== 'latency') continue
      if (!fault.isActive(now) || !fault.matcher.matches(request)) continue
      if (!isPermanent) this.#matchCount += 1
      if (!fault.isDue(this.#random)) continue

      if (effect.kind === 'rate-limit') {
        replyEffect = fault.limit(effect, now)
        if (!replyEffect) continue
      } else if (effect.kind === 'latency') {
        delay += drawLatency(effect.ms, this.#random)
      } else if (effect.kind !== 'pass') {
        replyEffect = effect
      }

      fault.hits += 1
      if (!isPermanent) applied.push(fault.id)
      if (effect.kind === 'pass') break
      if (effect.kind !== 'latency') decidingFault = fault.id
    }

    const isAffected = applied.length > 0 || replyEffect

    return isAffected ? { faults: applied, delay, replyEffect, decidingFault } : undefined
  }

  /** A generated id that no fault has: requests can add faults with ids of the same form. */
  #newId(): string {
    let id: string

    do id = `fault-${++this.#lastNumber}`
    while (this.find(id))

    return id
  }

  #create(id: string, rule: FaultRule, origin: string | undefined): Fault {
    const expires = rule.for_ms === undefined ? undefined : this.#clock.now() + rule.for_ms

    return new Fault({ id, rule, origin, expires, seen: 0, hits: 0, recent: [] })
  }

  #removeWhere(isRemoved: (fault: Fault) => boolean): boolean {
    const before = this.#faults.length
    this.#put(this.#faults.filter((fault) => !isRemoved(fault)))

    return this.#faults.length < before
  }

  #put(faults: readonly Fault[]): void {
    if (faults.length > Math.max(maxFaults, this.#faults.length)) {
      throw new ApiError(
        409,
        `A sandbox has ${maxFaults} faults at most. Remove some: DELETE /__sandbox/faults.`,
      )
    }
    this.#faults = faults
  }
}
