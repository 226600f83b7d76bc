import {
  type ExecutionResult,
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type OperationDefinitionNode,
} from 'graphql'
import { type Chunks, sizeOf } from '../../../data/model/shared/bytes.ts'
import { inSlices, type Sliced } from '../../../data/model/shared/slices.ts'
import type { Call } from '../../http/call.ts'
import { json, jsonType, type Reply } from '../../http/replies/reply.ts'
import { ApiError } from '../../../data/model/shared/errors.ts'
import { keptUntilFull } from '../../../data/model/shared/maps.ts'
import { unknownNameMessage } from '../../../data/model/shared/suggestion.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { BudgetedCache } from '../../../sandbox/budget.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { readDocument } from './read-document.ts'
import { readOnlyError } from './explained.ts'
import { Execution, paceIntrospection } from './execution.ts'
import { sizeError } from './limits.ts'
import { limitError } from '../../http/graphql/parse-document.ts'
import type { GraphqlRequest } from './graphql-request.ts'
import { schemaOf } from './graphql-schema.ts'

/** Texts are encoded together until they are this long. */
const chunkLength = 64 * 1024
const encoder = new TextEncoder()

/** The JSON of a result, written while other requests are handled; undefined if it takes more bytes. */
export function jsonInTurns(result: ExecutionResult, maxBytes: number): Promise<Chunks | undefined> {
  // An object of its own, in the order of graphql-js, so that only what it contains is inspected.
  return inSlices(write(Object.assign(Object.create(null), result), maxBytes))
}

function* write(value: unknown, maxBytes: number): Sliced<Chunks | undefined> {
  const chunks: Uint8Array[] = []
  let [text, size] = ['', 0]
  const flush = () => {
    const chunk = encoder.encode(text)

    chunks.push(chunk)
    size += chunk.length
    text = ''
  }

  for (const part of partsOf(value)) {
    text += part
    if (text.length < chunkLength) continue
    flush()
    if (size > maxBytes) return undefined
    yield
  }
  flush()

  return size > maxBytes ? undefined : chunks
}

/** Values without further selections are written at once, which takes an eighth of the time. */
function* partsOf(value: unknown): Generator<string> {
  if (!isNested(value) || !Object.values(value).some(isNested)) return yield JSON.stringify(value)

  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'

  for (const [name, member] of Object.entries(value)) {
    yield isList ? before : `${before}${JSON.stringify(name)}:`
    yield* partsOf(member)
    before = ','
  }
  yield isList ? ']' : '}'
}

/** Whether a value is a list or a selection. */
function isNested(value: unknown): value is object {
  return Array.isArray(value) || isResult(value)
}

/** Whether graphql-js made an object for a selection, without a prototype, as opposed to a scalar or an error. */
function isResult(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null
}

paceIntrospection()

/** Answers a GraphQL request with its result, or with the errors of its document. */
export async function respond(call: Call<unknown, GraphqlRequest>): Promise<Reply> {
  const { data, links, sandbox } = call
  const { query, variables, operationName } = call.body
  const limits = sandbox.settings.graphql
  const schema = schemaOf(data)
  const { document, errors } = await readDocument(schema, query, sandbox.settings)

  if (!document) return json({ errors })

  // A variable that is null is as if left out, so that a condition with it is ignored.
  const given = Object.fromEntries(Object.entries(variables ?? {}).filter(([, value]) => value !== null))
  const operation = getOperationAST(document, operationName)

  if (operation && operation.operation !== OperationTypeNode.QUERY)
    return json({ errors: [readOnlyError(operation)] })
  if (operation) warnOfUnknownVariables(call, operation)

  const replies = cachedReplies(sandbox, data)
  const key = JSON.stringify([query, given, operationName, links.base])
  const known = replies.get(key)

  if (known) return known

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

  const body = await jsonInTurns(result, limits.bytes)

  if (!body) {
    return json({ errors: [limitError('bytes', `The result has more than ${limits.bytes} bytes.`)] })
  }

  const reply: Reply = { status: 200, headers: jsonType, body }

  if (!result.errors && !execution.isTimed) {
    replies.set(key, reply, 2 * key.length + sizeOf(body))
  }

  return reply
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

interface CachedReplies {
  readonly data: Data
  readonly replies: BudgetedCache<string, Reply>
}

const cacheOf = keptUntilFull(() => new WeakMap<Sandbox, CachedReplies>())

/** Programs send the same queries again and again: their replies, until anything changes in the sandbox's data. */
function cachedReplies(sandbox: Sandbox, data: Data): CachedReplies['replies'] {
  const cache = cacheOf()
  const known = cache.get(sandbox)

  if (known?.data === data) return known.replies

  known?.replies.clear()

  const replies = new BudgetedCache<string, Reply>(sandbox.settings.budget)

  cache.set(sandbox, { data, replies })

  return replies
}
