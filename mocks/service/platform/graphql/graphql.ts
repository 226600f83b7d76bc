import { text } from '../../http/declare-request.ts'
import { post, reply, decision, observed, queryBodyLimit, type Route } from '../../http/declare-route.ts'
import { z } from 'zod'
import { UncheckedJson } from '../../../data/model/shared/json.ts'

export const GraphqlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), UncheckedJson).nullish(),
  operationName: z.string().nullish(),
  /** Ignored. */
  extensions: UncheckedJson.optional(),
})
export type GraphqlRequest = z.infer<typeof GraphqlRequest>

const GraphqlResult = z.object({
  data: z.record(z.string(), UncheckedJson).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        locations: z.array(z.object({ line: z.int(), column: z.int() })).optional(),
        path: z.array(z.union([z.string(), z.int()])).optional(),
        extensions: z.record(z.string(), UncheckedJson).optional(),
      }),
    )
    .optional(),
})

/** A view of the model by GraphQL, with a schema that follows from the definitions; some programs use its other address. */
export const graphql: Route[] = (['/api/graphql/preview/v1', '/api/graphql/v1'] as const).map((path) =>
  post(
    path,
    // graphql-js is loaded with the first request.
    async (call) => (await import('./respond.ts')).respond(call),
    {
      description: 'Executes a GraphQL query. The schema follows from the definitions.',
      source: observed('the public documentation, and programs'),
      decisions: [
        decision(
          'Errors of syntax and validation, and limits, have status 200, as all results: programs that throw for another status would not show their messages.',
        ),
        decision(
          'Without a token the acting user reads, as from other routes, and the journal names that user. Users of every role read the same.',
        ),
      ],
      access: 'read',
      headers: { 'X-GQL-Token': text('The access token, which may also be sent as to other resources.') },
      bodyLimit: queryBodyLimit,
      body: GraphqlRequest,
      replies: { 200: reply('The result, or errors.', GraphqlResult) },
    },
  ),
)
