import { GraphQLError, Lexer, parse, Source, TokenKind, type DocumentNode } from 'graphql'
import { computedOnce } from '../../../data/model/shared/maps.ts'
import { BudgetedCache, type Budget } from '../../../sandbox/budget.ts'
import type { SharedSettings } from '../../../sandbox/sandbox.ts'

/** The limits of GraphQL, and the budget of what is kept. */
export type GraphqlSettings = Pick<SharedSettings, 'graphql' | 'budget'>
export type GraphqlLimits = GraphqlSettings['graphql']

/** The error for an operation that exceeds a limit of the sandbox. */
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
