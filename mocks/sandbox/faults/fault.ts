import { z } from 'zod'
import { Json } from '../../model/shared/json.ts'
import { Latency } from './latency.ts'
import { RequestPattern } from './request-pattern.ts'

/** Headers that the sandbox or the connection derives from the response itself. */
const workedOut = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer']

/** Headers that every door can send: a value is Latin-1 text in one line. */
const ResponseHeaders = z.record(z.string(), z.string()).superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    const message = problemOf(name, value)

    if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
  }
})

const RemovedHeader = z.string().superRefine((name, context) => {
  const message = problemOf(name, '')

  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

function problemOf(name: string, value: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'Expected the name of a header, such as Retry-After.'
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return 'Expected text in one line, of letters up to U+00FF.'

  return workedOut.includes(name.toLowerCase())
    ? 'This header is set by the server for each response. Leave it out.'
    : undefined
}

/** The effect of a fault. `applied`: whether the request takes effect although its response is lost. */
export const Effect = z.discriminatedUnion(
  'kind',
  [
    /** Answers late; what else happens is decided by the faults after it. */
    z.strictObject({ kind: z.literal('latency'), ms: Latency }),
    /** Answers this. Text as it is, anything else as JSON; if omitted, an error in the interface's shape. */
    z.strictObject({
      kind: z.literal('answer'),
      status: z.int().min(200).max(599),
      body: Json.optional(),
      headers: ResponseHeaders.optional(),
    }),
    /** Answers 429 with `Retry-After` to more than so many requests in so many milliseconds. */
    z.strictObject({
      kind: z.literal('rate-limit'),
      requests: z.int().min(1).max(10_000),
      per_ms: z.int().min(1),
    }),
    /** The real answer with other headers: some more, or some missing. */
    z.strictObject({
      kind: z.literal('headers'),
      set: ResponseHeaders.optional(),
      remove: z.array(RemovedHeader).optional(),
    }),
    /** The status and headers of the real answer without its body. */
    z.strictObject({ kind: z.literal('empty') }),
    /** The real answer, its JSON broken off in the middle. */
    z.strictObject({ kind: z.literal('malformed') }),
    /** The connection breaks, before the answer or after so many bytes of its body. */
    z.strictObject({
      kind: z.literal('cut'),
      after_bytes: z.int().min(0).optional(),
      applied: z.boolean().optional(),
    }),
    /** The real answer, slowly. */
    z.strictObject({ kind: z.literal('drip'), bytes_per_second: z.int().min(1) }),
    /** No answer ever; the connection stays open. */
    z.strictObject({ kind: z.literal('never'), applied: z.boolean().optional() }),
    /** Nothing happens, and nothing of the faults after it either. */
    z.strictObject({ kind: z.literal('pass') }),
  ],
  {
    error:
      'Expected an effect of kind latency, answer, rate-limit, headers, empty, malformed, cut, drip, never or pass.',
  },
)
export type Effect = z.infer<typeof Effect>

/** A hundred years: the end is a date, whatever the clock says. */
const maxDuration = 100 * 366 * 86_400_000

/** A rule: which requests meet it, and what happens to them. */
export const FaultRule = z.strictObject({
  /** Its name in the journal, the console and the terminal. */
  name: z.string().min(1).max(200).optional(),
  /** Every request to the interface if omitted. */
  match: RequestPattern.optional(),
  /** Only the n-th request that matches, 1 being the first. */
  nth: z.int().min(1).optional(),
  /** Only every n-th request that matches. */
  every: z.int().min(1).optional(),
  /** By chance, from 0 to 1; which ones follows from the sandbox's seed. */
  probability: z.number().min(0).max(1).optional(),
  /** Ends after so many hits. */
  times: z.int().min(1).optional(),
  /** Ends after so many milliseconds on the sandbox's clock. */
  for_ms: z.int().min(1).max(maxDuration).optional(),
  /** Pauses it when false. */
  enabled: z.boolean().optional(),
  /** The simulated failure. */
  effect: Effect,
})
export interface FaultRule extends Omit<z.infer<typeof FaultRule>, 'match'> {
  match?: RequestPattern | undefined
}
