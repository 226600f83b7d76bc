import {
  type ExecutionResult,
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type OperationDefinitionNode,
  Kind,
  specifiedRules,
  validate,
  VariablesInAllowedPositionRule,
  visit,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  isListType,
  isNonNullType,
  isTypeSubTypeOf,
  typeFromAST,
  type DocumentNode,
  type GraphQLSchema,
  type GraphQLNullableType,
  type GraphQLType,
  type ValidationContext,
  type ASTVisitor,
} from 'graphql'
import { bytesOf } from '../../../data/model/shared/bytes.ts'
import type { Call } from '../../http/call.ts'
import { json, jsonType, type Reply } from '../../http/replies/reply.ts'
import { ApiError } from '../../../data/model/shared/errors.ts'
import { unknownNameMessage } from '../../../data/model/shared/suggestion.ts'
import { Execution } from './execution.ts'
import { exceeded, Measure } from './limits.ts'
import { parseDocument, type GraphqlSettings } from '../../http/graphql/parse-document.ts'
import type { GraphqlRequest } from './graphql.ts'
import { schemaOf } from './graphql-schema.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'

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

  const measure = new Measure(schema, document, limits)
  const size = measure.of(operation?.selectionSet, schema.getQueryType() ?? undefined)
  const tooLarge = (['depth', 'aliases', 'complexity'] as const).find((limit) => size[limit] > limits[limit])

  if (tooLarge) return json({ errors: [exceeded(tooLarge, limits)] })

  const execution = new Execution(data, links, {
    now: sandbox.clock.timestamp(),
    measure,
    fields: size.complexity,
  })
  const result = await Promise.race([
    execution.ended,
    execute({ schema, document, contextValue: execution, variableValues: given, operationName }),
  ])

  if (result instanceof GraphQLError) return json({ errors: [result] })
  throwDefect(result)

  const body = bytesIn(result)

  return body === undefined || body.length > limits.bytes
    ? json({ errors: [exceeded('bytes', limits)] })
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

/** A document that can be executed, or its errors. */
type ReadDocument =
  | { readonly document: DocumentNode; readonly errors?: never }
  | { readonly errors: readonly GraphQLError[]; readonly document?: never }

const rules = specifiedRules.map((rule) =>
  rule === VariablesInAllowedPositionRule ? variablesInAllowedPositions : rule,
)

/** What was read of a document for each schema, as long as the document is cached. */
const readFor = computedOnce((schema: GraphQLSchema) =>
  computedOnce((document: DocumentNode): ReadDocument => {
    const errors = errorsOf(schema, document)

    return errors.length > 0 ? { errors } : { document }
  }),
)

/** Parses and validates a document. */
function readDocument(schema: GraphQLSchema, text: string, settings: GraphqlSettings): ReadDocument {
  try {
    return readFor(schema)(parseDocument(text, settings))
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [explained(error)] }

    throw error
  }
}

function errorsOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const [other, ...more] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)

  // Before the validation, which would only complain about the names of its types.
  if (other && [other, ...more].every(({ operation }) => operation !== OperationTypeNode.QUERY)) {
    return [readOnlyError(other)]
  }

  checkRepetitions(document)

  return validate(schema, document, rules).map(explained)
}

/** How often a field may be repeated in one place: graphql-js compares each repetition with each other one. */
const maxRepetitions = 20

/** @throws {GraphQLError} when a field is repeated too often in one place */
function checkRepetitions(document: DocumentNode): void {
  const places: Map<string, number>[] = []

  visit(document, {
    SelectionSet: {
      enter(_, __, parent) {
        const outer = parent && 'kind' in parent && parent.kind === Kind.INLINE_FRAGMENT && places.at(-1)

        places.push(outer || new Map())
      },
      leave: () => void places.pop(),
    },
    Field(node) {
      const name = (node.alias ?? node.name).value
      const count = (places.at(-1)?.get(name) ?? 0) + 1

      places.at(-1)?.set(name, count)
      if (count > maxRepetitions) {
        throw new GraphQLError(
          `The query has the field "${name}" more than ${maxRepetitions} times in one place. Once is enough.`,
          { nodes: [node] },
        )
      }
    },
  })
}

/**
 * A variable has a type that its position takes, or is one value where a list is expected: programs send `$id: String` for
 * `m_Brand_ids`, and literals are converted to lists too. `ID` fits where `String` does, as hand-written clients declare
 * identifiers. Otherwise like the rule of the specification.
 */
function variablesInAllowedPositions(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: {
      leave(operation) {
        const declared = new Map(
          operation.variableDefinitions?.map((node) => [node.variable.name.value, node]),
        )

        for (const { node, type, defaultValue } of context.getRecursiveVariableUsages(operation)) {
          const definition = declared.get(node.name.value)
          const given = definition && typeFromAST(context.getSchema(), definition.type)
          const text = given && withTextForIds(given)

          if (!definition || !text || !type) continue
          const hasDefault =
            (definition.defaultValue && definition.defaultValue.kind !== Kind.NULL) ||
            defaultValue !== undefined
          const expected = hasDefault ? nullable(type) : type

          if (isAccepted(context, text, expected)) continue
          context.reportError(
            new GraphQLError(
              `Variable "$${node.name.value}" of type "${String(given)}" used in position expecting type "${String(type)}".`,
              { nodes: [definition, node] },
            ),
          )
        }
      },
    },
  }
}

function isAccepted(context: ValidationContext, given: GraphQLType, expected: GraphQLType): boolean {
  const list = nullable(expected)

  return (
    isTypeSubTypeOf(context.getSchema(), given, expected) ||
    (isListType(list) && isTypeSubTypeOf(context.getSchema(), nullable(given), nullable(list.ofType)))
  )
}

function withTextForIds(type: GraphQLType): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(nullable(withTextForIds(type.ofType)))
  if (isListType(type)) return new GraphQLList(withTextForIds(type.ofType))

  return type === GraphQLID ? GraphQLString : type
}

function nullable(type: GraphQLType): GraphQLNullableType {
  return isNonNullType(type) ? type.ofType : type
}

/** An error of a document, with a hint where graphql-js has none, or not the right one. */
function explained(error: GraphQLError): GraphQLError {
  const message = explainedMessage(error.message)

  if (message === undefined) return error

  const { nodes = null, source = null, positions = null } = error

  return new GraphQLError(message, { nodes, source, positions })
}

function readOnlyError(operation: OperationDefinitionNode): GraphQLError {
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
