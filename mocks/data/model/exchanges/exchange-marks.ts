import { z } from 'zod'

export const operationTypes = ['query', 'mutation', 'subscription'] as const

/** The operation that a GraphQL request executes. */
export const GraphqlOperation = z.object({
  type: z.enum(operationTypes),
  operation: z.string().nullable().describe('Its name; null if it has none.'),
  fields: z.array(z.string()).readonly().describe('The names of its root fields, without aliases.'),
})
export type GraphqlOperation = z.infer<typeof GraphqlOperation>

/** What is known of an exchange besides its request and reply: the same in the journal and in archives. */
export const ExchangeMarks = z.object({
  sequence: z.int(),
  sandbox: z.string(),
  source: z
    .string()
    .nullable()
    .describe(
      'Value of `X-Sandbox-Source`: `replay` or `explorer` for what was sent again or by hand in the console, `recording` for what `--replay` loaded; null without one.',
    ),
  user: z.string().nullable(),
  path: z.string(),
  route: z
    .string()
    .nullable()
    .describe('Path of the matched route; `user-handler` if a user handler returned the response.'),
  graphql: GraphqlOperation.extend({
    variables: z.unknown().describe('Null if they are unknown, because the body was truncated.'),
  })
    .nullable()
    .describe('The GraphQL operation of the request; null if it has none.'),
  faults: z.array(z.string()).readonly(),
  scenario: z.string().nullable(),
  upstream: z
    .object({
      name: z.string().describe('Its address, or the name of the recording.'),
      failure: z.string().nullable().describe('Why the sandbox answered instead; null if it did not.'),
      differences: z
        .array(z.string())
        .readonly()
        .optional()
        .describe('Where the sandbox’s answer differs, if that was sent and the two were compared.'),
    })
    .nullable()
    .describe('What the request was passed on to; null if it was not.'),
  outgoing: z
    .object({ message: z.int(), to: z.string().describe('Where it was sent to: `http://localhost:3000`.') })
    .nullable()
    .default(null)
    .describe('The message that the sandbox has sent to a receiver; null for a request that it received.'),
  unmatched: z
    .object({
      nearest: z.object({ methods: z.array(z.string()).readonly(), path: z.string() }).nullable(),
      reason: z.string(),
    })
    .nullable(),
  warnings: z
    .array(z.object({ place: z.string(), text: z.string() }))
    .readonly()
    .describe(
      'What is invalid or ignored in the request, each with a JSON pointer or the name of a parameter.',
    ),
})
export type ExchangeMarks = z.infer<typeof ExchangeMarks>
