import {
  type ExecutionResult,
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type OperationDefinitionNode,
} from 'graphql'
import { bytesOf } from '../../../data/model/shared/bytes.ts'
import type { Call } from '../../http/call.ts'
import { json, jsonType, type Reply } from '../../http/replies/reply.ts'
import { ApiError } from '../../../data/model/shared/errors.ts'
import { unknownNameMessage } from '../../../data/model/shared/suggestion.ts'
import { readDocument, readOnlyError } from './read-document.ts'
import { Execution } from './execution.ts'
import { sizeError } from './limits.ts'
import { limitError } from '../../http/graphql/parse-document.ts'
import type { GraphqlRequest } from './graphql.ts'
import { schemaOf } from './graphql-schema.ts'

/** Answers a GraphQL request with its result, or with the errors of its document. */
export async function respond(call: Call<unknown, GraphqlRequest>): Promise<Reply> {
  const { data, links, sandbox } = call
  const { query, variables, operationName } = call.body
  const limits = sandbox.settings.graphql
  const schema = schemaOf(data)
  const { document, errors } = readDocument(schema, query, sandbox.settings)

  if (!document) return json({ errors })

  // A variable that is null is as if left out, so that a condition with it is ignored.
  const given = Object.fromEntries(Object.entries(variables ?? {}).filter(([, value]) => value !== null))
  const operation = getOperationAST(document, operationName)

  if (operation && operation.operation !== OperationTypeNode.QUERY)
    return json({ errors: [readOnlyError(operation)] })
  if (operation) warnOfUnknownVariables(call, operation)

  const error = operation && sizeError(operation, { schema, document, variables: given, limits })

  if (error) return json({ errors: [error] })

  const execution = new Execution(data, links, { now: sandbox.clock.timestamp(), limits })
  const result = await execute({
    schema,
    document,
    contextValue: execution,
    variableValues: given,
    operationName,
  })

  throwDefect(result)
  if (execution.timeError) return json({ errors: [execution.timeError] })

  const body = bytesIn(result)

  return body === undefined || body.length > limits.bytes
    ? json({ errors: [limitError('bytes', `The result has more than ${limits.bytes} bytes.`)] })
    : { status: 200, headers: jsonType, body }
}

/** Undefined for a result that is too long for a text. */
function bytesIn(result: ExecutionResult): Uint8Array | undefined {
  try {
    return bytesOf(JSON.stringify(result))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** @throws an error that is not part of the result: neither of graphql-js nor of a rule of the model */
function throwDefect({ errors = [] }: ExecutionResult): void {
  for (const { path, originalError } of errors) {
    if (
      path &&
      originalError &&
      !(originalError instanceof GraphQLError || originalError instanceof ApiError)
    ) {
      throw originalError
    }
  }
}

function warnOfUnknownVariables(
  call: Call<unknown, GraphqlRequest>,
  { variableDefinitions = [] }: OperationDefinitionNode,
): void {
  const declared = variableDefinitions.map(({ variable }) => variable.name.value)

  for (const name of Object.keys(call.body.variables ?? {})) {
    if (!declared.includes(name)) {
      call.warn(['variables', name], () => unknownNameMessage(name, declared))
    }
  }
}
