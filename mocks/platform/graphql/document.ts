import {
  GraphQLError,
  specifiedRules,
  validate,
  VariablesInAllowedPositionRule,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import QuickLRU from 'quick-lru'
import { maxCachedLength, parseDocument, type GraphqlLimits } from '../../http/graphql/parse-document.ts'
import { explained } from './explained.ts'
import { variablesInAllowedPositions } from './variable-positions.ts'

/** A document that can be executed, or its errors. */
type ReadDocument =
  | { readonly document: DocumentNode; readonly errors?: never }
  | { readonly errors: readonly GraphQLError[]; readonly document?: never }

const rules = specifiedRules.map((rule) =>
  rule === VariablesInAllowedPositionRule ? variablesInAllowedPositions : rule,
)

const cache = new WeakMap<GraphQLSchema, QuickLRU<string, ReadDocument>>()

/** Parses and validates a document. */
export function readDocument(schema: GraphQLSchema, text: string, limits: GraphqlLimits): ReadDocument {
  const documents = cache.get(schema) ?? new QuickLRU<string, ReadDocument>({ maxSize: 100 })
  const key = `${limits.tokens} ${text}`
  const known = documents.get(key)

  if (known) return known

  const read = parseAndValidate(schema, text, limits)

  cache.set(schema, documents)
  if (text.length <= maxCachedLength) documents.set(key, read)

  return read
}

function parseAndValidate(schema: GraphQLSchema, text: string, limits: GraphqlLimits): ReadDocument {
  try {
    const document = parseDocument(text, limits)
    const errors = validate(schema, document, rules)

    return errors.length > 0 ? { errors: errors.map((error) => explained(schema, error)) } : { document }
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [explained(schema, error)] }

    throw error
  }
}
