import {
  GraphQLError,
  Lexer,
  parse,
  Source,
  TokenKind,
  getOperationAST,
  Kind,
  type DocumentNode,
  type SelectionSetNode,
} from 'graphql'
import { computedOnce } from '../../../data/model/shared/maps.ts'
import { BudgetedCache, type Budget } from '../../../sandbox/budget.ts'
import type { SharedSettings } from '../../../sandbox/sandbox.ts'
import { isObject, unwrapped } from '../../../data/model/shared/json.ts'
import type { GraphqlOperation } from '../../../data/model/exchanges/exchange-marks.ts'

export type GraphqlSettings = Pick<SharedSettings, 'graphql' | 'budget'>
export type GraphqlLimits = GraphqlSettings['graphql']

export function limitError(limit: keyof GraphqlLimits, problem: string): GraphQLError {
  return new GraphQLError(`${problem} To allow more, set graphql.${limit} in sandbox.config.`, {
    extensions: { limit: `graphql.${limit}` },
  })
}

/** Programs send the same documents again and again. */
const cacheOf = computedOnce((budget: Budget) => new BudgetedCache<string, DocumentNode>(budget))
/** About how many bytes a character of a document takes when it is parsed. */
const bytesOfCharacter = 64

/** @throws {GraphQLError} when a document is not GraphQL, too long or nested too deeply */
export function parseDocument(text: string, { graphql: limits, budget }: GraphqlSettings): DocumentNode {
  const cache = cacheOf(budget)
  const key = `${limits.tokens} ${text}`
  const known = cache.get(key)

  if (known) return known

  checkTokens(text, limits)
  const document = parse(text)

  cache.set(key, document, 1024 + bytesOfCharacter * text.length)

  return document
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

/** The operation that a GraphQL request executes; undefined if its body does not have one. */
export function operationIn(given: unknown, settings: GraphqlSettings): GraphqlOperation | undefined {
  const body = unwrapped(given)

  if (!isObject(body) || typeof body.query !== 'string') return undefined
  const { query, operationName } = body

  try {
    const document = parseDocument(query, settings)
    const node = getOperationAST(document, typeof operationName === 'string' ? operationName : undefined)

    if (!node) return undefined

    return {
      type: node.operation,
      operation: node.name?.value ?? null,
      fields: [...fieldNames(node.selectionSet, document)],
    }
  } catch (error) {
    if (error instanceof GraphQLError) return undefined // a document with a syntax error, which the response describes

    throw error
  }
}

/** The names of the fields of a selection, those in its fragments included. */
function fieldNames({ selections }: SelectionSetNode, document: DocumentNode): Set<string> {
  const names = new Set<string>()
  const spread = new Set<string>()
  const rest = [...selections]

  for (let selection = rest.shift(); selection; selection = rest.shift()) {
    if (selection.kind === Kind.FIELD) names.add(selection.name.value)
    else if (selection.kind === Kind.INLINE_FRAGMENT) rest.unshift(...selection.selectionSet.selections)
    else if (!spread.has(selection.name.value)) {
      const { value: name } = selection.name
      const fragment = document.definitions.find(
        (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name,
      )

      spread.add(name)
      if (fragment?.kind === Kind.FRAGMENT_DEFINITION) rest.unshift(...fragment.selectionSet.selections)
    }
  }

  return names
}
