import { execute, getOperationAST, GraphQLError, type ExecutionResult } from 'graphql'
import type { Call } from '../../http/call.ts'
import type { GraphqlLimits } from '../../http/graphql/parse-document.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { ApiError } from '../../model/shared/errors.ts'
import { unknownNameMessage } from '../../model/shared/suggestion.ts'
import { readDocument } from './document.ts'
import { Execution } from './execution.ts'
import { sizeError } from './limits.ts'
import type { GraphqlRequest } from './request.ts'
import { schemaOf } from './schema.ts'

/** Answers a GraphQL request with its result, or with the errors of its document. */
export async function respond(call: Call<unknown, GraphqlRequest>): Promise<Reply> {
  const { data, links, sandbox } = call
  const limits = sandbox.settings.graphql
  const execution = new Execution(data, links, { now: sandbox.clock.timestamp(), limits })
  const result = await resultOf(call, execution, limits)

  for (const { path, originalError } of result.errors ?? []) {
    // Errors of graphql-js and of rules of the model are part of the result; others in the execution are defects.
    if (
      path &&
      originalError &&
      !(originalError instanceof GraphQLError || originalError instanceof ApiError)
    ) {
      throw originalError
    }
  }

  return json(execution.timeError ? { errors: [execution.timeError] } : result)
}

async function resultOf(
  call: Call<unknown, GraphqlRequest>,
  execution: Execution,
  limits: GraphqlLimits,
): Promise<ExecutionResult> {
  const { query, variables, operationName } = call.body
  const schema = schemaOf(execution.data)
  const { document, errors } = readDocument(schema, query, limits)

  if (!document) return { errors }

  // A variable that is null is as if left out, so that a condition with it is ignored.
  const given = Object.fromEntries(Object.entries(variables ?? {}).filter(([, value]) => value !== null))
  const operation = getOperationAST(document, operationName)
  const declared = operation?.variableDefinitions?.map(({ variable }) => variable.name.value) ?? []

  for (const name of Object.keys(variables ?? {})) {
    if (operation && !declared.includes(name)) {
      call.warn(['variables', name], () => unknownNameMessage(name, declared))
    }
  }

  const error = operation && sizeError(operation, { schema, document, variables: given, limits })

  if (error) return { errors: [error] }

  return execute({
    schema,
    document,
    contextValue: execution,
    variableValues: given,
    operationName,
  })
}
