import { ApiError } from '../../data/model/shared/errors.ts'
import type { Clock } from '../time/clock.ts'
import type { FaultRule } from './fault-rule.ts'
import { countRequest } from '../access/rate-limit.ts'
import { copyOf, isActive, isDue, matcherOf, type Fault, type ReplyEffect } from './fault.ts'
import { passthroughRules, type PassthroughSettings } from './passthrough-rules.ts'
import { drawLatency } from './latency.ts'
import { Random } from '../../data/model/shared/random.ts'
import type { RequestFacts } from './request-pattern.ts'
import type { SavedFaults } from '../state/runtime-state.ts'

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

    return this.#faults.filter((fault) => isActive(fault, now)).length
  }

  /** How many times any fault has matched a request; not those of the settings, whose counts are not stored. */
  get matchCount(): number {
    return this.#matchCount
  }

  /** A copy of the state, as its counts are now. */
  get saved(): SavedFaults {
    return { ...this.state, rules: this.#faults.map(copyOf) }
  }

  /** The state; its faults are still counted, so that assigning it rolls back no counts. */
  get state(): SavedFaults {
    return { last: this.#lastNumber, random: this.#random.state, rules: [...this.#faults] }
  }

  /** Copies faults, so that those of a fork, or of a stored state, have other counts. */
  set state({ last, random, rules }: SavedFaults) {
    this.#faults = rules.map(copyOf)
    this.#lastNumber = last
    this.#random.state = random
  }

  /** Restores an earlier list of faults. Those that still exist keep their counts if they are larger. */
  restoreList(list: readonly Omit<Fault, 'recent'>[]): void {
    this.#put(
      list.map((fault) => {
        const { seen = 0, hits = 0, recent = [] } = this.find(fault.id) ?? {}

        return { ...fault, seen: Math.max(seen, fault.seen), hits: Math.max(hits, fault.hits), recent }
      }),
    )
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

  /** Removes the fault with an id, those of a preset or scenario, or all. */
  remove({ id, origin }: { readonly id?: string; readonly origin?: string | undefined } = {}): void {
    this.#faults = this.#faults.filter(
      (fault) => fault.id !== (id ?? fault.id) || fault.origin !== (origin ?? fault.origin),
    )
  }

  /** Removes all faults, and restarts their ids and random source. */
  reset(seed: number): void {
    this.state = { rules: [], last: 0, random: seed ^ faultStream }
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
      if (!isActive(fault, now) || !matcherOf(fault.rule).matches(request)) continue
      if (!isPermanent) this.#matchCount += 1
      if (!isDue(fault, this.#random)) continue

      if (effect.kind === 'rate-limit') {
        const retryAfter = countRequest(fault.recent, effect.requests, effect.per_ms, now)

        if (retryAfter === undefined) continue
        replyEffect = { kind: 'rate-limited', retryAfter }
      } else if (effect.kind === 'latency') {
        delay += drawLatency(effect.ms, this.#random)
      } else if (effect.kind !== 'pass') {
        replyEffect = effect
      }

      fault.hits += 1
      // What is passed on says so itself, and is no fault.
      if (!isPermanent && effect.kind !== 'passthrough') applied.push(fault.id)
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

    return { id, rule, origin, expires, seen: 0, hits: 0, recent: [] }
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
