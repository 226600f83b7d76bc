import { ApiError } from '../../data/model/shared/errors.ts'
import { withinYears } from '../../data/model/shared/dates.ts'
import type { Random } from '../../data/model/shared/random.ts'
import { countRequest } from '../access/rate-limit.ts'
import type { SandboxDraft } from '../state/sandbox-draft.ts'
import type { RuntimeDraft, RuntimeState, SandboxState } from '../state/sandbox-state.ts'
import { change } from '../../data/store/draft.ts'
import {
  isActive,
  isDue,
  matcherOf,
  drawLatency,
  type Fault,
  type ReplyEffect,
  type Effect,
  type FaultRule,
} from './fault-rule.ts'
import type { RequestFacts } from './request-pattern.ts'

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

/** The faults of a sandbox in the order in which they are matched. */
export function faultsIn({ runtime }: { readonly runtime: Pick<RuntimeState, 'tables'> }): Fault[] {
  return [...runtime.tables.faults.all()]
}

/** Rules of `passthrough`, which come after the faults. They can't be removed, and their counts are not kept. */
export function faultsOfRules(rules: readonly FaultRule[]): Fault[] {
  return rules.map((rule) => newFault(rule.name ?? '', rule, 0))
}

/** Whether neither faults nor a scenario can affect a request. */
export function hasNoFaultsOrScenario(
  { runtime, checkpoints }: SandboxState,
  passthrough: readonly Fault[],
): boolean {
  return runtime.tables.faults.size === 0 && passthrough.length === 0 && !checkpoints.scenario
}

/** Inserts rules before all others, in the given order. */
export function addFaults(draft: SandboxDraft, rules: readonly FaultRule[], origin?: string): Fault[] {
  const first = firstOrder(draft) - rules.length

  return rules.map((rule, index) => put(draft, newFault(newId(draft), rule, first + index, origin, draft)))
}

/** Replaces the rule with this id, or inserts it before all others. Its counts restart. */
export function putFault(draft: SandboxDraft, id: string, rule: FaultRule): Fault {
  const { order = firstOrder(draft) - 1, origin } = draft.runtime.faults.find('id', id) ?? {}

  return put(draft, newFault(id, rule, order, origin, draft))
}

/** Restores an earlier list of faults. Those that still exist keep their counts if they are larger. */
export function restoreFaults(draft: SandboxDraft, list: readonly Omit<Fault, 'order' | 'recent'>[]): void {
  const known = new Map(Array.from(draft.runtime.faults.all(), (fault) => [fault.id, fault]))

  checkCount(list.length, known.size)
  removeFaults(draft)
  for (const [order, fault] of list.entries()) {
    const { seen = 0, hits = 0, recent = [] } = known.get(fault.id) ?? {}

    draft.runtime.faults.put({
      ...fault,
      order,
      seen: Math.max(seen, fault.seen),
      hits: Math.max(hits, fault.hits),
      recent,
    })
  }
}

/** Removes the fault with an id, those of a preset or scenario, or all. */
export function removeFaults(
  { runtime: { faults } }: SandboxDraft,
  { id, origin }: { readonly id?: string; readonly origin?: string | undefined } = {},
): void {
  for (const fault of Array.from(faults.all())) {
    if (fault.id === (id ?? fault.id) && fault.origin === (origin ?? fault.origin)) faults.delete(fault.order)
  }
}

/**
 * The faults that apply to a request; undefined when there are none. The first one that matches decides; latencies add up.
 *
 * @param passthrough those of the settings, which come last
 *
 * @returns also the faults that have counted the request
 */
export function matchFaults(
  faults: readonly Fault[],
  passthrough: readonly Fault[],
  request: RequestFacts,
  { now, random }: { readonly now: number; readonly random: Random },
): { matched: MatchedFaults | undefined; counted: Fault[] } {
  const all: Fault[] = []
  const applied: string[] = []
  let delay = 0
  let replyEffect: ReplyEffect | undefined
  let decidingFault: string | undefined

  for (const fault of [...faults, ...passthrough]) {
    if (decidingFault !== undefined && fault.rule.effect.kind !== 'latency') continue
    if (!isActive(fault, now) || !matcherOf(fault.rule).matches(request)) continue

    const { counted, effect } = countIn(fault, random, now)

    if (!passthrough.includes(fault)) all.push(counted)
    if (!effect) continue
    // What is passed on says so itself, and is no fault.
    if (effect.kind !== 'passthrough') applied.push(fault.id)
    if (effect.kind === 'pass') break
    if ('ms' in effect && effect.ms !== undefined) delay += drawLatency(effect.ms, random)
    if (effect.kind !== 'latency') [replyEffect, decidingFault] = [effect, fault.id]
  }

  const isAffected = applied.length > 0 || replyEffect

  return {
    counted: all,
    matched: isAffected ? { faults: applied, delay, replyEffect, decidingFault } : undefined,
  }
}

/** Counts a request that matches a fault, and returns the effect that the fault has on it. */
function countIn(
  fault: Fault,
  random: Random,
  now: number,
): { counted: Fault; effect?: Exclude<Effect, { kind: 'rate-limit' }> | ReplyEffect } {
  const { effect } = fault.rule
  const counted = { ...fault, seen: fault.seen + 1 }
  const hit = { ...counted, hits: fault.hits + 1 }

  if (!isDue(counted, random)) return { counted }
  if (effect.kind !== 'rate-limit') return { counted: hit, effect }

  const { times: recent, retryAfter } = countRequest(fault.recent, effect.requests, effect.per_ms, now)

  return retryAfter === undefined
    ? { counted: { ...counted, recent } }
    : { counted: { ...hit, recent }, effect: { kind: 'rate-limited', retryAfter } }
}

/**
 * A state with the counts of faults that are later. Faults that it does not have, or that have another rule, are left out.
 *
 * @param faultRandom the position of the random source after them
 */
export function withCounts(
  state: SandboxState,
  counted: readonly Fault[],
  faultRandom = state.control.faultRandom,
): SandboxState {
  const rule = ({ faults }: RuntimeDraft) => {
    for (const each of counted) {
      const fault = faults.find('id', each.id)

      if (fault?.rule === each.rule && fault.seen < each.seen) faults.put({ ...each, order: fault.order })
    }
  }

  const runtime = change(state.runtime, rule, true).state
  const isSame = runtime === state.runtime && faultRandom === state.control.faultRandom

  return isSame ? state : { ...state, control: { ...state.control, faultRandom }, runtime }
}

/** A generated id that no fault has: requests can add faults with ids of the same form. */
function newId({ runtime: { faults, sequences } }: SandboxDraft): string {
  return `fault-${sequences.next('fault', (number) => faults.find('id', `fault-${number}`) !== undefined)}`
}

function firstOrder({ runtime: { faults } }: SandboxDraft): number {
  const { done, value } = faults.keys().next()

  return done ? 0 : value
}

function newFault(id: string, rule: FaultRule, order: number, origin?: string, draft?: SandboxDraft): Fault {
  const expires =
    draft && rule.for_ms !== undefined ? withinYears(draft.clock.now() + rule.for_ms) : undefined

  return { id, order, rule, origin, expires, seen: 0, hits: 0, recent: [] }
}

/** @throws {ApiError} 409 when there are too many */
function put({ runtime: { faults } }: SandboxDraft, fault: Fault): Fault {
  faults.put(fault)
  checkCount(faults.size, maxFaults)

  return fault
}

/** @param allowed a number that is allowed beyond the limit, because there are as many already */
function checkCount(count: number, allowed: number): void {
  if (count <= Math.max(maxFaults, allowed)) return

  throw new ApiError(409, `A sandbox has ${maxFaults} faults at most. Remove some: DELETE /__sandbox/faults.`)
}
