import { text } from '../../http/declaration/parameters.ts'
import {
  post,
  type Route,
  reply,
  decision,
  observed,
  queryBodyLimit,
} from '../../http/declaration/declare-route.ts'
import { GraphqlRequest, GraphqlResult } from './graphql-request.ts'

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
