import { z } from 'zod'
import { computedOnce } from '../../data/model/shared/maps.ts'
import type { Random } from '../../data/model/shared/random.ts'
import { FaultRule, type Effect } from './fault-rule.ts'
import { RequestMatcher } from './request-pattern.ts'

/** The effects that replace or change the response: all except a delay and a pass; a rate limit once it is exceeded. */
export type ReplyEffect = Exclude<Effect, { kind: 'latency' | 'pass' | 'rate-limit' }> | RateLimited

/** Too many requests. */
interface RateLimited {
  readonly kind: 'rate-limited'
  /** In whole seconds. */
  readonly retryAfter: number
}

/** A rule of a sandbox, with its counts, which change. */
export const Fault = z.object({
  id: z.string(),
  rule: FaultRule,
  /** Name of the preset or scenario it belongs to. */
  origin: z.string().optional(),
  /** When it ends: milliseconds since 1970, on the sandbox's clock. */
  expires: z.number().optional(),
  /** Requests that matched. */
  seen: z.number(),
  /** Requests that were affected. */
  hits: z.number(),
  /** The times of the requests that a rate limit counts. */
  recent: z.array(z.number()),
})
export type Fault = z.infer<typeof Fault>

/** The same fault with counts of its own. */
export function copyOf(fault: Fault): Fault {
  return { ...fault, recent: [...fault.recent] }
}

export const matcherOf = computedOnce(({ match = {} }: FaultRule) => new RequestMatcher(match))

/** Whether a fault may still affect requests. */
export function isActive({ rule, hits, expires = Infinity }: Fault, now: number): boolean {
  const { enabled = true, times = Infinity } = rule

  return enabled && hits < times && now < expires
}

/** Counts a request that matches, and returns whether the rule applies to it. */
export function isDue(fault: Fault, random: Random): boolean {
  const { nth, every, probability } = fault.rule

  fault.seen += 1

  return (
    (nth === undefined || fault.seen === nth) &&
    (every === undefined || fault.seen % every === 0) &&
    (probability === undefined || random.next() < probability)
  )
}
