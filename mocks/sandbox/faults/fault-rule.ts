import { z } from 'zod'
import { Json } from '../../model/shared/json.ts'
import { enumeration } from '../../model/shared/suggestion.ts'
import { Latency } from './latency.ts'
import { RequestPattern } from './request-pattern.ts'

/** Headers that the sandbox or the connection derives from each response. */
const derivedHeaders = [
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
]

/** Headers that every door can send: values are single lines of Latin-1. */
const ResponseHeaders = z.record(z.string(), z.string()).superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    const message = nameProblem(name) ?? valueProblem(value)

    if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
  }
})

const RemovedHeader = z.string().superRefine((name, context) => {
  const message = nameProblem(name)

  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

function nameProblem(name: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'Expected the name of a header, such as Retry-After.'

  return derivedHeaders.includes(name.toLowerCase())
    ? 'This header is set by the server for each response. Leave it out.'
    : undefined
}

function valueProblem(value: string): string | undefined {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? undefined
    : 'Expected a single line of characters up to U+00FF.'
}

const effects = [
  /** Delays the response; later faults decide what else happens. */
  z.strictObject({ kind: z.literal('latency'), ms: Latency }),
  /** This response instead, its body as text or JSON. Without `body`, a status from 300 has the interface's error body. */
  z.strictObject({
    kind: z.literal('response'),
    status: z.int().min(200).max(599),
    body: Json.optional(),
    headers: ResponseHeaders.optional(),
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
    remove: z.array(RemovedHeader).optional(),
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
  /** No response; the connection stays open. */
  z.strictObject({ kind: z.literal('never'), applied: z.boolean().optional() }),
  /** The response of the target; the sandbox's own if the target fails, unless `fallback` is false. */
  z.strictObject({
    kind: z.literal('passthrough'),
    /** Only requests to these definitions and their entities, as far as the sandbox has them. */
    definitions: z.array(z.string()).optional(),
    fallback: z.boolean().optional(),
    /** The sandbox answers, and the journal lists where the target's response differs. */
    compare: z.boolean().optional(),
    /** How long to wait for the target. Default 10 seconds. */
    timeout_ms: z.int().min(1).max(600_000).optional(),
  }),
  /** No effect, and later faults are skipped. */
  z.strictObject({ kind: z.literal('pass') }),
] as const

/** The effect of a fault. `applied`: whether the request takes effect although its response is lost. */
export const Effect = z.discriminatedUnion('kind', effects, {
  error: `Expected an effect of kind ${enumeration(effects.map(({ shape }) => shape.kind.value))}.`,
})
export type Effect = z.infer<typeof Effect>

/** A hundred years, so that the end is a valid `Date` for every setting of the clock. */
const maxDuration = 100 * 366 * 86_400_000

/** Which requests are affected, and how. */
export const FaultRule = z.strictObject({
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
export interface FaultRule extends Omit<z.infer<typeof FaultRule>, 'match'> {
  match?: RequestPattern | undefined
}
