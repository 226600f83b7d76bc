import {
  GraphQLError,
  Lexer,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  validate,
  VariablesInAllowedPositionRule,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import QuickLRU from 'quick-lru'
import { explained } from './explained.ts'
import { limitError, type GraphqlLimits } from './limits.ts'
import { variablesInAllowedPositions } from './variable-positions.ts'

/** A document that can be executed, or its errors. */
type ReadDocument =
  | { readonly document: DocumentNode; readonly errors?: never }
  | { readonly errors: readonly GraphQLError[]; readonly document?: never }

const rules = specifiedRules.map((rule) =>
  rule === VariablesInAllowedPositionRule ? variablesInAllowedPositions : rule,
)

/** Programs send the same documents again and again; longer ones are not cached. */
const maxCachedLength = 20_000
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
    checkTokens(text, limits)
    const document = parse(text)
    const errors = validate(schema, document, rules)

    return errors.length > 0 ? { errors: errors.map((error) => explained(schema, error)) } : { document }
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [explained(schema, error)] }

    throw error
  }
}

/** How deeply braces, brackets and parentheses may be nested, since graphql-js reads them recursively. */
const maxNesting = 200
const nesting = new Map<TokenKind, number>([
  [TokenKind.BRACE_L, 1],
  [TokenKind.BRACE_R, -1],
  [TokenKind.BRACKET_L, 1],
  [TokenKind.BRACKET_R, -1],
  [TokenKind.PAREN_L, 1],
  [TokenKind.PAREN_R, -1],
])

/** @throws {GraphQLError} when a document is too long or nested too deeply, or has invalid tokens */
function checkTokens(text: string, limits: GraphqlLimits): void {
  const lexer = new Lexer(new Source(text))
  let depth = 0

  for (let count = 0; lexer.advance().kind !== TokenKind.EOF; count++) {
    depth += nesting.get(lexer.token.kind) ?? 0
    if (count === limits.tokens) {
      throw limitError(
        'tokens',
        `The document has more than ${limits.tokens} tokens (names, values, braces ...).`,
      )
    }
    if (depth > maxNesting) throw new GraphQLError(`The document is nested more than ${maxNesting} levels.`)
  }
}
