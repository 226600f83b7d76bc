import { z } from 'zod'
import { Json } from '../../data/model/shared/json.ts'
import { enumeration } from '../../data/model/shared/suggestion.ts'
import { RequestPattern, RequestMatcher } from './request-pattern.ts'
import { computedOnce } from '../../data/model/shared/maps.ts'
import type { Random } from '../../data/model/shared/random.ts'

const longest = 600_000

const Milliseconds = z.number().min(0).max(longest)

/** A duration in milliseconds: fixed, or drawn from a distribution. */
export const Latency = z.union(
  [
    Milliseconds,
    /** Uniform. */
    z
      .strictObject({ min: Milliseconds, max: Milliseconds })
      .refine(({ min, max }) => min <= max, { error: 'Expected min to be at most max.' }),
    /** Lognormal, as networks tend to be: half take longer than `median`, one in a hundred longer than `p99`. */
    z
      .strictObject({ median: Milliseconds.positive(), p99: Milliseconds.positive() })
      .refine(({ median, p99 }) => median <= p99, { error: 'Expected median to be at most p99.' }),
  ],
  { error: 'Expected milliseconds, {min, max} or {median, p99}, up to 600000.' },
)
export type Latency = z.infer<typeof Latency>

/** The 99th percentile of the standard normal distribution. */
const normalP99 = 2.326_347_874

export function drawLatency(latency: Latency, random: Random): number {
  if (typeof latency === 'number') return latency
  if ('min' in latency) return latency.min + (latency.max - latency.min) * random.next()

  const deviation = Math.log(latency.p99 / latency.median) / normalP99

  return Math.min(latency.median * Math.exp(deviation * normal(random)), latency.p99 * 10, longest)
}

/** A draw from the standard normal distribution (Box-Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

/** Headers that the sandbox or the connection derives from each response. */
const derivedHeaders = [
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
]

const HeaderName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'Expected the name of a header, such as Retry-After.')
  .refine((name) => !derivedHeaders.includes(name.toLowerCase()), {
    error: 'This header is set by the server for each response. Leave it out.',
  })

/** Headers that every door can send: values are single lines of Latin-1. */
const ResponseHeaders = z.record(
  HeaderName,
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'Expected a single line of characters up to U+00FF.'),
)

const effects = [
  /** Delays the response; later faults decide what else happens. */
  z.strictObject({ kind: z.literal('latency'), ms: Latency }),
  /** This response instead, its body as text or JSON. Without `body`, a status from 300 has the interface's error body. */
  z.strictObject({
    kind: z.literal('response'),
    status: z.int().min(200).max(599),
    body: Json.optional(),
    headers: ResponseHeaders.optional(),
    /** How long it takes. */
    ms: Latency.optional(),
  }),
  /** Returns 429 with `Retry-After` for requests beyond `requests` in `per_ms` milliseconds. */
  z.strictObject({
    kind: z.literal('rate-limit'),
    requests: z.int().min(1).max(10_000),
    per_ms: z.int().min(1),
  }),
  /** The real response with headers set or removed. */
  z.strictObject({
    kind: z.literal('headers'),
    set: ResponseHeaders.optional(),
    remove: z.array(HeaderName).max(100).optional(),
  }),
  /** The real response without its body, `Content-Length` and `ETag`. */
  z.strictObject({ kind: z.literal('empty') }),
  /** The real response, its JSON truncated in the middle. */
  z.strictObject({ kind: z.literal('malformed') }),
  /** The connection breaks, before the response or after `after_bytes` of its body. */
  z.strictObject({
    kind: z.literal('cut'),
    after_bytes: z.int().min(0).optional(),
    applied: z.boolean().optional(),
  }),
  /** The real response, slowly. */
  z.strictObject({ kind: z.literal('drip'), bytes_per_second: z.int().min(1) }),
  /** No response until it is released or the fault removed; the connection stays open. */
  z.strictObject({ kind: z.literal('never'), applied: z.boolean().optional() }),
  /** The request waits until it is released or the fault removed. */
  z.strictObject({ kind: z.literal('hold'), applied: z.boolean().optional() }),
  /** The response of the target; the sandbox's own if the target fails, unless `fallback` is false. */
  z.strictObject({
    kind: z.literal('passthrough'),
    /** Only requests to these definitions and their entities, as far as the sandbox has them. */
    definitions: z.array(z.string()).max(1000).optional(),
    fallback: z.boolean().optional(),
    /** The sandbox answers, and the journal lists where the target's response differs. */
    compare: z.boolean().optional(),
    /** How long to wait for the target. Default 10 seconds. */
    timeout_ms: z.int().min(1).max(600_000).optional(),
  }),
  /** No effect, and later faults are skipped. */
  z.strictObject({ kind: z.literal('pass') }),
  /** Of messages to receivers: sent twice. */
  z.strictObject({ kind: z.literal('double') }),
  /** Of messages to receivers: never sent, as if it had got lost on its way. */
  z.strictObject({ kind: z.literal('lose') }),
] as const

/** The effect of a fault. `applied`: whether the request takes effect although its response is lost, or before it waits. */
export const Effect = z.discriminatedUnion('kind', effects, {
  error: `Expected an effect of kind ${enumeration(effects.map(({ shape }) => shape.kind.value))}.`,
})
export type Effect = z.infer<typeof Effect>

/** The effects on messages to receivers; those on requests are all but the last two. A delayed message is overtaken by others. */
const messageEffects: readonly Effect['kind'][] = ['latency', 'response', 'cut', 'pass', 'double', 'lose']

function suits({ kind }: Effect, isOutgoing: boolean): boolean {
  return isOutgoing ? messageEffects.includes(kind) : kind !== 'double' && kind !== 'lose'
}

/** A hundred years, so that the end is a valid `Date` for every setting of the clock. */
const maxDuration = 100 * 366 * 86_400_000

/** Which requests are affected, and how. */
export const FaultRule = z
  .strictObject({
    /** Its name in the journal, the console and the terminal. */
    name: z.string().min(1).max(200).optional(),
    /** Which requests match; if omitted, every request to the interface. */
    match: RequestPattern.optional(),
    /** Only the n-th request that matches, 1 being the first. */
    nth: z.int().min(1).optional(),
    /** Only every n-th request that matches. */
    every: z.int().min(1).optional(),
    /** Probability that a matching request is affected, from 0 to 1. The sandbox's seed decides which ones are. */
    probability: z.number().min(0).max(1).optional(),
    /** Ends after this many hits. */
    times: z.int().min(1).optional(),
    /** Ends after this many milliseconds on the sandbox's clock. */
    for_ms: z.int().min(1).max(maxDuration).optional(),
    /** False pauses the fault. Default true. */
    enabled: z.boolean().optional(),
    /** The simulated failure. */
    effect: Effect,
  })
  .refine(({ match, effect }) => suits(effect, match?.outgoing === true), {
    path: ['effect'],
    error: `Messages ("outgoing": true) take effects of kind ${enumeration(messageEffects)}; double and lose are only for them.`,
  })
export interface FaultRule extends Omit<z.infer<typeof FaultRule>, 'match'> {
  match?: RequestPattern | undefined
}

export const faultPresetNames = ['slow-3g', 'flaky', 'offline', 'degraded-search', 'maintenance'] as const
export type FaultPresetName = (typeof faultPresetNames)[number]

interface FaultPreset {
  readonly description: string
  readonly rules: readonly FaultRule[]
}

const unavailable = (message: string, headers: Record<string, string> = {}): FaultRule['effect'] => ({
  kind: 'response',
  status: 503,
  body: { Message: message },
  headers,
})

const searchPaths = ['/api/entities/query', '/api/entities/searchAfter', '/api/search*', '/api/search/*']

export const faultPresets: Readonly<Record<FaultPresetName, FaultPreset>> = {
  'slow-3g': {
    description: 'A phone with bad reception: two seconds of latency, 50 kB per second.',
    rules: [
      { name: 'latency of a slow network', effect: { kind: 'latency', ms: { min: 1800, max: 2200 } } },
      { name: 'bandwidth of a slow network', effect: { kind: 'drip', bytes_per_second: 50_000 } },
    ],
  },
  flaky: {
    description: 'One request in five fails with 503, one in twenty loses its connection, some take long.',
    rules: [
      { name: 'uneven latency', effect: { kind: 'latency', ms: { median: 100, p99: 2000 } } },
      { name: 'lost connection', probability: 0.05, effect: { kind: 'cut' } },
      { name: 'failure', probability: 0.2, effect: unavailable('The service is busy. Try again.') },
    ],
  },
  offline: {
    description: 'Every connection breaks.',
    rules: [{ name: 'offline', effect: { kind: 'cut' } }],
  },
  'degraded-search': {
    description: 'Queries and searches take seconds, and three in ten fail with 503.',
    rules: searchPaths.flatMap((path): FaultRule[] => [
      { name: 'slow search', match: { path }, effect: { kind: 'latency', ms: { median: 1500, p99: 8000 } } },
      {
        name: 'failing search',
        match: { path },
        probability: 0.3,
        effect: unavailable('The search service did not respond in time.'),
      },
    ]),
  },
  maintenance: {
    description: 'Everything but the status resources returns 503 with a Retry-After of two minutes.',
    rules: [
      { name: 'status index', match: { path: '/api/status' }, effect: { kind: 'pass' } },
      { name: 'status resources', match: { path: '/api/status/*' }, effect: { kind: 'pass' } },
      {
        name: 'maintenance',
        effect: unavailable('The service is down for maintenance.', { 'Retry-After': '120' }),
      },
    ],
  },
}

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
