import {
  GraphQLError,
  OverlappingFieldsCanBeMergedRule,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql'

/**
 * An error of a document, with a hint where graphql-js has none, or not the right one.
 *
 * @param rules one of which reported it
 */
export function explained(error: GraphQLError, rules: readonly ValidationRule[]): GraphQLError {
  const message =
    error.message === 'Validation aborted.' ? abortedMessage(rules) : explainedMessage(error.message)

  if (message === undefined) return error

  const { nodes = null, source = null, positions = null } = error

  return new GraphQLError(message, { nodes, source, positions })
}

/** The error for an operation that is not a query. */
export function readOnlyError(operation: OperationDefinitionNode): GraphQLError {
  return new GraphQLError(
    `This endpoint is read only: it executes queries, no ${operation.operation}s. Change entities by REST (/api/entities).`,
    { nodes: [operation] },
  )
}

/** graphql-js ends the validation in two cases: it compares too many fields, or follows too many fragments. */
function abortedMessage(rules: readonly ValidationRule[]): string {
  return rules.includes(OverlappingFieldsCanBeMergedRule)
    ? 'The query has too many fields with the same name, in one place or in fragments that it uses there.'
    : 'The query uses fragments in too many places.'
}

function explainedMessage(message: string): string | undefined {
  return /^Syntax Error: .*"\."/.test(message)
    ? `${message} A "." in a name is "_" in GraphQL: M.Asset is m_Asset, or allM_Asset for a list.`
    : undefined
}
