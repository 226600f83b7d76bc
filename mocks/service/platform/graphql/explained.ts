import { GraphQLError, type OperationDefinitionNode } from 'graphql'

/** An error of a document, with a hint where graphql-js has none, or not the right one. */
export function explained(error: GraphQLError): GraphQLError {
  const message = explainedMessage(error.message)

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

function explainedMessage(message: string): string | undefined {
  // graphql-js compares too many fields, or follows too many fragments.
  if (message === 'Validation aborted.') return 'The query uses too many fields or fragments in one place.'

  return /^Syntax Error: .*"\."/.test(message)
    ? `${message} A "." in a name is "_" in GraphQL: M.Asset is m_Asset, or allM_Asset for a list.`
    : undefined
}
