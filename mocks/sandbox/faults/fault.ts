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

/** A rule of a sandbox, with its counts. */
export const Fault = z.object({
  id: z.string(),
  /** Its place among the others: the least one is matched first. */
  order: z.number(),
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
export type Fault = Readonly<z.infer<typeof Fault>>

/** The seed of the random source of faults, which is not that of the data, so that faults do not shift generated ids. */
export function faultSeed(seed: number): number {
  return seed ^ 0x6fa17
}

export const matcherOf = computedOnce(({ match = {} }: FaultRule) => new RequestMatcher(match))

/** Whether a fault may still affect requests. */
export function isActive({ rule, hits, expires = Infinity }: Fault, now: number): boolean {
  const { enabled = true, times = Infinity } = rule

  return enabled && hits < times && now < expires
}

/** Whether the rule of a fault applies to a request that matches, which it has counted. */
export function isDue({ rule: { nth, every, probability }, seen }: Fault, random: Random): boolean {
  return (
    (nth === undefined || seen === nth) &&
    (every === undefined || seen % every === 0) &&
    (probability === undefined || random.next() < probability)
  )
}
