import type { Random } from '../../model/shared/random.ts'
import { countRequest } from '../access/rate-limit.ts'
import type { SavedFault } from '../state/runtime-state.ts'
import type { Effect, FaultRule } from './fault-rule.ts'
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
export class Fault {
  readonly id: string
  readonly rule: FaultRule
  /** Name of the preset or scenario it belongs to. */
  readonly origin: string | undefined
  /** When it ends: milliseconds since 1970, on the sandbox's clock. */
  readonly expires: number | undefined
  readonly matcher: RequestMatcher
  /** Requests that matched. */
  seen: number
  /** Requests that were affected. */
  hits: number
  /** The times of the requests that a rate limit counts. */
  readonly recent: number[]

  constructor({ id, rule, origin, expires, seen, hits, recent }: SavedFault) {
    this.id = id
    this.rule = rule
    this.origin = origin
    this.expires = expires
    this.seen = seen
    this.hits = hits
    this.recent = [...recent]
    this.matcher = new RequestMatcher(rule.match ?? {})
  }

  /** The fault as plain data, with its counts. */
  get saved(): SavedFault {
    const { matcher: _, recent, ...saved } = this

    return { ...saved, recent: [...recent] }
  }

  /** Whether it may still affect requests. */
  isActive(now: number): boolean {
    const { enabled = true, times = Infinity } = this.rule

    return enabled && this.hits < times && (this.expires === undefined || now < this.expires)
  }

  /** Counts a request that matches, and returns whether the rule applies to it. */
  isDue(random: Random): boolean {
    const { nth, every, probability } = this.rule

    this.seen += 1

    return (
      (nth === undefined || this.seen === nth) &&
      (every === undefined || this.seen % every === 0) &&
      (probability === undefined || random.next() < probability)
    )
  }

  /** Counts a request against a rate limit; returns a result only when the limit is exceeded. */
  limit({ requests, per_ms }: { requests: number; per_ms: number }, now: number): RateLimited | undefined {
    const retryAfter = countRequest(this.recent, requests, per_ms, now)

    return retryAfter === undefined ? undefined : { kind: 'rate-limited', retryAfter }
  }
}
