import { maxConditions, type Operator } from '../filter.ts'
import {
  valueTypes,
  type Comparison,
  type Expression,
  type Operand,
  type QueryCondition,
} from './expression.ts'
import { suggestion } from '../../shared/suggestion.ts'
import { mistake } from './mistake.ts'
import type { Token } from './token.ts'
import { tokensOf } from './tokens.ts'

const comparisonOperators: ReadonlyMap<string, Operator> = new Map([
  ['==', 'Equals'],
  ['=', 'Equals'],
  ['eq', 'Equals'],
  ['equals', 'Equals'],
  ['!=', 'NotEquals'],
  ['<>', 'NotEquals'],
  ['ne', 'NotEquals'],
  ['>', 'GreaterThan'],
  ['gt', 'GreaterThan'],
  ['>=', 'GreaterThanOrEqual'],
  ['gte', 'GreaterThanOrEqual'],
  ['<', 'LessThan'],
  ['lt', 'LessThan'],
  ['<=', 'LessThanOrEqual'],
  ['lte', 'LessThanOrEqual'],
  ['contains', 'Contains'],
  ['startswith', 'StartsWith'],
  ['endswith', 'EndsWith'],
])

/** The names of types in definitions, as aliases. */
const typeAliases: ReadonlyMap<string, (typeof valueTypes)[number]> = new Map([
  ['boolean', 'Bool'],
  ['integer', 'Int'],
  ['datetimeoffset', 'DateTime'],
])

const functions = [...valueTypes, 'Parent', 'Child', 'Ancestor', 'Exists', 'Missing']

/** The maximum nesting of parentheses and negations. */
const maxDepth = 100

/**
 * Parses an expression:
 *
 *     expression  ->  and (OR and)*
 *     and         ->  unary (AND unary)*
 *     unary       ->  (! | NOT) unary | "(" expression ")" | operand [operator value]
 *     operand     ->  Type('name' [, 'culture']) | (Parent | Child | Ancestor)('name').id | (Exists | Missing)('name') | name
 *
 * @throws {InvalidRequest} 400, with the position, what was expected and what was found
 */
export function parse(source: string): Expression {
  const parser = new Parser(tokensOf(source))
  const expression = parser.readOr()

  parser.expectEnd()

  return expression
}

class Parser {
  readonly #tokens: readonly Token[]
  #position = 0
  #depth = 0
  #conditions = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  readOr(): Expression {
    return this.#readList('or', () => this.#readList('and', () => this.#readUnary()))
  }

  expectEnd(): void {
    const { kind, text } = this.#next

    if (kind !== 'end') this.#fail('AND, OR or the end', suggestion(text, ['AND', 'OR']))
  }

  #readList(kind: 'and' | 'or', readPart: () => Expression): Expression {
    const first = readPart()
    const parts = [first]

    while (this.#accept('word', kind)) parts.push(readPart())

    return parts.length === 1 ? first : { kind, parts }
  }

  #readUnary(): Expression {
    if (this.#accept('punctuation', '!') || this.#accept('word', 'not')) {
      return { kind: 'not', inner: this.#nested(() => this.#readUnary()) }
    }
    if (!this.#accept('punctuation', '(')) return this.#readCondition()

    const inner = this.#nested(() => this.readOr())

    this.#expectPunctuation(')')

    return inner
  }

  #nested(read: () => Expression): Expression {
    if (++this.#depth > maxDepth) {
      this.#fail(`at most ${maxDepth} levels of parentheses and negations`)
    }

    const inner = read()

    this.#depth--

    return inner
  }

  #readCondition(): QueryCondition {
    if (++this.#conditions > maxConditions) this.#fail(`at most ${maxConditions} conditions`)

    const operand = this.#readOperand()
    const comparison = operand.kind === 'exists' ? undefined : this.#readComparison()

    return { kind: 'condition', operand, comparison, next: this.#next }
  }

  #readOperand(): Operand {
    const name = this.#next

    if (name.kind !== 'word') {
      return this.#fail("a condition: a field such as Definition.Name, or a property such as String('Title')")
    }
    this.#position++

    return this.#next.text === '(' && this.#next.kind === 'punctuation'
      ? this.#readCall(name)
      : { kind: 'name', name }
  }

  #readCall(name: Token): Operand {
    const word = name.text.toLowerCase()
    const type = typeAliases.get(word) ?? valueTypes.find((each) => each.toLowerCase() === word)

    if (type) return { kind: 'property', type, ...this.#readProperty() }
    if (word === 'exists' || word === 'missing') {
      return { kind: 'exists', relation: this.#readRelation(), isMissing: word === 'missing' }
    }
    if (word !== 'parent' && word !== 'child' && word !== 'ancestor') {
      throw mistake(`one of ${functions.join(', ')}`, name, suggestion(name.text, functions))
    }

    const relation = this.#readRelation()

    this.#expectPunctuation('.')
    if (!this.#accept('word', 'id')) this.#fail('id')

    return { kind: 'related', role: word, relation }
  }

  #readProperty(): { name: string; culture?: string } {
    this.#expectPunctuation('(')
    const name = this.#readName('the name of a property in quotes')
    const culture = this.#accept('punctuation', ',')
      ? this.#readName("a culture in quotes, such as 'en-US'")
      : undefined

    this.#expectPunctuation(')')

    return culture === undefined ? { name } : { name, culture }
  }

  #readRelation(): string {
    this.#expectPunctuation('(')
    const relation = this.#readName('the name of a relation in quotes')

    this.#expectPunctuation(')')

    return relation
  }

  #readName(expected: string): string {
    const token = this.#next

    if (token.kind !== 'text') return this.#fail(expected)
    this.#position++

    return token.text
  }

  #readComparison(): Comparison | undefined {
    const operatorToken = this.#next
    const operator = isUnquoted(operatorToken)
      ? comparisonOperators.get(operatorToken.text.toLowerCase())
      : undefined

    if (!operator) return undefined
    this.#position++

    const value = this.#next

    if (value.kind === 'punctuation' || value.kind === 'end') {
      this.#fail('a value: text in quotes, a number, a date, true, false or null')
    }
    this.#position++

    return { operator, operatorToken, value }
  }

  get #next(): Token {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '', at: 0, end: 0 }
  }

  /** Skips the next token if it is this one; a word in any letter case. */
  #accept(kind: 'word' | 'punctuation', text: string): boolean {
    const isNext = this.#next.kind === kind && this.#next.text.toLowerCase() === text

    if (isNext) this.#position++

    return isNext
  }

  #expectPunctuation(text: string): void {
    if (!this.#accept('punctuation', text)) this.#fail(`"${text}"`)
  }

  #fail(expected: string, hint = ''): never {
    throw mistake(expected, this.#next, hint)
  }
}

/** Quoted text is never an operator. */
function isUnquoted({ kind }: Token): boolean {
  return kind === 'punctuation' || kind === 'word'
}
