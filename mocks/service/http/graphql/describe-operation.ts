import type { Exchange } from '../../../data/model/exchanges/exchange.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { queryBodyLimit } from '../declare-route.ts'

/** The paths of GraphQL, which are the only ones that take `X-GQL-Token`. */
const graphqlPath = /\/api\/graphql\//i

export function isGraphqlPath(path: string): boolean {
  return graphqlPath.test(path)
}

/**
 * Names the GraphQL operation of a request in its exchange, so that faults match it. Undefined, so that nothing waits, if
 * the request is not GraphQL; graphql-js is loaded with the first one.
 */
export function setGraphqlOperation(exchange: Exchange, sandbox: Sandbox): Promise<void> | undefined {
  const { method, path, requestBody } = exchange

  if (method !== 'POST' || !isGraphqlPath(path)) return undefined
  if (!requestBody || requestBody.size > queryBodyLimit) return undefined

  return import('./parse-document.ts').then(({ operationIn }) => {
    exchange.operation = operationIn(exchange.json(), sandbox.settings)
  })
}
