import {
  getNamedType,
  GraphQLError,
  isInterfaceType,
  isObjectType,
  OverlappingFieldsCanBeMergedRule,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql'
import { enumeration } from '../../../data/model/shared/suggestion.ts'

/**
 * An error of a document, with a hint where graphql-js has none, or not the right one.
 *
 * @param rules one of which reported it
 */
export function explained(
  schema: GraphQLSchema,
  error: GraphQLError,
  rules: readonly ValidationRule[],
): GraphQLError {
  const message =
    error.message === 'Validation aborted.' ? abortedMessage(rules) : explainedMessage(schema, error.message)

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

const unknownField = /^(Cannot query field "([^"]*)" on type "([^"]*)"\.)( Did you mean .*)?$/

function explainedMessage(schema: GraphQLSchema, message: string): string | undefined {
  if (/^Syntax Error: .*"\."/.test(message)) {
    return `${message} A "." in a name is "_" in GraphQL: M.Asset is m_Asset, or allM_Asset for a list.`
  }

  const [, problem, field = '', typeName = ''] = unknownField.exec(message) ?? []
  const hint = hintFor(schema, field, typeName)

  return problem && hint && `${problem} ${hint}`
}

const listFields: readonly string[] = ['total', 'pageInfo', 'results']

function hintFor(schema: GraphQLSchema, field: string, typeName: string): string | undefined {
  const type = schema.getType(typeName)

  // Only the type of an entity has an id.
  if (listFields.includes(field) && (isObjectType(type) || isInterfaceType(type)) && type.getFields().id) {
    return 'It is an entity or null, not a list.'
  }
  if (!isObjectType(type)) return undefined
  if (type === schema.getQueryType()) return rootHint(Object.keys(type.getFields()), field)

  const { results } = type.getFields()
  const item = results && getNamedType(results.type)

  return item && 'getFields' in item && Object.hasOwn(item.getFields(), field)
    ? `It is a list, whose entities are in "results { ${field} }".`
    : undefined
}

/** The fields of definitions with the same last part: "productCategories" and "allProductCategory" are "allM_PCM_ProductCategory". */
function rootHint(fields: readonly string[], field: string): string | undefined {
  const wanted = lastPart(field)
  const singulars = [wanted, wanted.replace(/s$/, ''), wanted.replace(/es$/, ''), wanted.replace(/ies$/, 'y')]
  const similar = fields.filter((name) => singulars.includes(lastPart(name)))

  return similar.length > 0
    ? `Did you mean ${enumeration(similar.slice(0, 4).map((name) => `"${name}"`))}?`
    : undefined
}

function lastPart(field: string): string {
  const [last = ''] = field
    .replace(/^all(?=[A-Z_])/, '')
    .split('_')
    .slice(-1)

  return last.toLowerCase()
}
