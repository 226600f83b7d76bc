import { readCondition, type Comparison } from '../condition.ts'
import {
  ancestorField,
  propertyField,
  relationField,
  type Field,
  definitionField,
  flagField,
  fullTextField,
  setField,
  systemField,
  systemFieldNamed,
} from '../fields.ts'
import { maxConditions, type Filter, nothing } from '../filter.ts'
import type { DefinedNames } from '../defined-names.ts'
import { suggestion } from '../../shared/suggestion.ts'
import { typeOfProperty, type ValueType, expectedValue, readValue } from '../values.ts'
import { mistake, TokenReader, type Token } from './tokens.ts'
import { foldMember } from '../../shared/letter-case.ts'
import type { Json } from '../../shared/json.ts'

/** The left side of a condition. */
interface Operand {
  readonly field: Field
  /** The filter of the operand without a comparison, as in `Bool('Published')`; undefined where one is required. */
  readonly alone?: Filter | undefined
  readonly isNullable?: boolean
}

/** The maximum nesting of parentheses and negations. */
const maxDepth = 100

/**
 * Parses an expression of `GET /api/entities/query`:
 *
 *     Definition.Name=='M.Asset' AND (String('Title')=="Harbour" OR !Parent('TagToAsset').id==1003)
 *
 *     expression  ->  and (OR and)*
 *     and         ->  unary (AND unary)*
 *     unary       ->  (! | NOT) unary | "(" expression ")" | operand [operator value]
 *     operand     ->  Type('name' [, 'culture']) | (Parent | Child | Ancestor)('name').id | (Exists | Missing)('name') | name
 *
 * @param names the properties that an expression can use without a type
 * @throws {InvalidRequest} 400, with the position, what was expected and what was found
 */
export function parseExpression(source: string, names: DefinedNames): Filter {
  const parser = new Parser(new TokenReader(source), names)
  const filter = parser.readOr()

  parser.expectEnd()

  return filter
}

class Parser {
  readonly #tokens: TokenReader
  readonly #names: DefinedNames
  #depth = 0
  #conditions = 0

  constructor(tokens: TokenReader, names: DefinedNames) {
    this.#tokens = tokens
    this.#names = names
  }

  readOr(): Filter {
    return this.#readList('or', () => this.#readList('and', () => this.#readUnary()))
  }

  expectEnd(): void {
    const { kind, text } = this.#tokens.next

    if (kind !== 'end') this.#tokens.fail('AND, OR or the end', suggestion(text, ['AND', 'OR']))
  }

  #readList(kind: 'and' | 'or', readPart: () => Filter): Filter {
    const first = readPart()
    const filters = [first]

    while (this.#tokens.accept('word', kind)) filters.push(readPart())

    return filters.length === 1 ? first : { kind, filters }
  }

  #readUnary(): Filter {
    if (this.#tokens.accept('punctuation', '!') || this.#tokens.accept('word', 'not')) {
      return { kind: 'not', filter: this.#nested(() => this.#readUnary()) }
    }
    if (!this.#tokens.accept('punctuation', '(')) return this.#readCondition()

    const inner = this.#nested(() => this.readOr())

    this.#tokens.expect(')')

    return inner
  }

  #nested(read: () => Filter): Filter {
    if (++this.#depth > maxDepth) {
      this.#tokens.fail(`at most ${maxDepth} levels of parentheses and negations`)
    }

    const inner = read()

    this.#depth--

    return inner
  }

  #readCondition(): Filter {
    if (++this.#conditions > maxConditions) this.#tokens.fail(`at most ${maxConditions} conditions`)

    const name = this.#tokens.next

    if (name.kind !== 'word') {
      return this.#tokens.fail(
        "a condition: a field such as Definition.Name, or a property such as String('Title')",
      )
    }
    this.#tokens.skip()
    const isCall = this.#tokens.next.kind === 'punctuation' && this.#tokens.next.text === '('
    const word = name.text.toLowerCase()

    if (isCall && (word === 'exists' || word === 'missing')) {
      const exists: Filter = { kind: 'exists', relation: this.#readArguments(relationName)[0] }

      return word === 'exists' ? exists : { kind: 'not', filter: exists }
    }

    return this.#readComparison(isCall ? this.#readCall(name, word) : this.#operandNamed(name))
  }

  /** `String('Title')`, `Parent('TagToAsset').id` */
  #readCall(name: Token, word: string): Operand {
    const type = typesByName.get(word)

    if (type)
      return this.#typedProperty(type, ...this.#readArguments('the name of a property in quotes', true))
    if (word !== 'parent' && word !== 'child' && word !== 'ancestor') {
      throw mistake(`one of ${functionNames.join(', ')}`, name, suggestion(name.text, functionNames))
    }

    const [related] = this.#readArguments(relationName)

    this.#tokens.expect('.')
    if (!this.#tokens.accept('word', 'id')) this.#tokens.fail('id')
    if (word === 'ancestor') return { field: ancestorField(related) }

    return { field: relationField(related, word === 'parent' ? 'parents' : 'children') }
  }

  #typedProperty(type: ValueType, name: string, culture?: string): Operand {
    const field = propertyField(name, { type, culture })

    return { field, isNullable: true, alone: type === 'boolean' ? field.is('Equals', [true]) : undefined }
  }

  /** A field, a flag, or a property by its bare name. */
  #operandNamed(name: Token): Operand {
    const system = systemFieldNamed(name.text)
    const field = system ? systemField(system) : fieldsByName.get(foldMember(name.text))

    if (field) return { field, alone: field.type === 'boolean' ? field.exists : undefined }
    const type = this.#names.properties.get(name.text)

    if (type) return this.#typedProperty(typeOfProperty[type], name.text)

    throw mistake(
      'a field such as Definition.Name, or the name of a property',
      name,
      suggestion(name.text, [...fieldNames, ...this.#names.properties.keys()]) ||
        "Text is written in quotes, and a property in its type: String('Title').",
    )
  }

  /** `('Title', 'en-US')`: a name, and the culture if there may be one. */
  #readArguments(expected: string, hasCulture = false): [name: string, culture: string | undefined] {
    this.#tokens.expect('(')
    const name = this.#tokens.readQuoted(expected)
    const culture =
      hasCulture && this.#tokens.accept('punctuation', ',')
        ? this.#tokens.readQuoted("a culture in quotes, such as 'en-US'")
        : undefined

    this.#tokens.expect(')')

    return [name, culture]
  }

  #readComparison({ field, alone, isNullable = false }: Operand): Filter {
    const operator = this.#tokens.next
    const isUnquoted = operator.kind === 'punctuation' || operator.kind === 'word'
    const found = isUnquoted ? comparisonsByNotation.get(operator.text.toLowerCase()) : undefined

    if (!found && alone) return alone
    if (!found?.of.includes(field.comparedBy)) {
      const possible = comparisons.filter(({ of }) => of.includes(field.comparedBy))
      const symbols = possible.map(({ notations: [first] }) => first)

      return this.#tokens.fail(`one of ${symbols.join(', ')}`, suggestion(operator.text, symbols))
    }
    this.#tokens.skip()

    return this.#readValue(field, found.comparison, isNullable && found.of.includes('equality'))
  }

  #readValue(field: Field, comparison: Comparison, isNullable: boolean): Filter {
    const token = this.#tokens.next
    const { kind, text } = token

    if (kind === 'punctuation' || kind === 'end') {
      return this.#tokens.fail('a value: text in quotes, a number, a date, true, false or null')
    }
    this.#tokens.skip()
    const isNull = isNullable && kind === 'word' && text.toLowerCase() === 'null'
    const value = isNull ? null : valueOf(token, field.type)
    const reading = value === undefined ? undefined : readCondition(field, comparison, [value])

    if (reading && 'filter' in reading) return reading.filter
    const expected = reading?.expected ?? expectedToken(field.type)

    throw mistake(
      isNullable && field.type !== 'any' ? `${expected}, or null` : expected,
      token,
      kind === 'word' && isQuoted(field.type) ? `Write '${text}'.` : '',
    )
  }
}

const relationName = 'the name of a relation in quotes'

/** The fields that a condition can name besides system fields, as in the documentation. */
const fields: Readonly<Record<string, Field>> = {
  'Definition.Id': setField('id', (ids) => definitionField.is('Equals', ids)),
  // No entity is ever locked: LOCK and UNLOCK are no longer supported.
  LockedBy: setField('id', () => nothing),
  Locked: flagField(nothing),
  FullText: fullTextField,
  IsRootTaxonomyItem: flagField({ kind: 'root', of: 'taxonomy' }),
  IsPathRoot: flagField({ kind: 'root', of: 'path' }),
}
/** As in the documentation. */
export const fieldNames = [
  ...'Definition.Name Id Identifier Version CreatedBy ModifiedBy CreatedOn ModifiedOn'.split(' '),
  ...Object.keys(fields),
]

/** Names are case-insensitive, with or without underscores. */
const fieldsByName = new Map(Object.entries(fields).map(([name, field]) => [foldMember(name), field]))

/** The types of `String('Title')`, `Int('Width')` ... */
const propertyTypes = {
  String: 'text',
  Int: 'number',
  Long: 'number',
  Decimal: 'number',
  Float: 'number',
  Bool: 'boolean',
  DateTime: 'date',
} satisfies Record<string, ValueType>

/** By name in lower case; the last ones are the names in definitions. */
const typesByName = new Map<string, ValueType>([
  ...Object.entries(propertyTypes).map(([name, type]) => [name.toLowerCase(), type] as const),
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['datetimeoffset', 'date'],
])

const functionNames = [...Object.keys(propertyTypes), 'Parent', 'Child', 'Ancestor', 'Exists', 'Missing']

interface ComparisonNotations {
  readonly comparison: Comparison
  /** The fields that allow it. */
  readonly of: readonly Field['comparedBy'][]
  /** The first one is that of error messages. */
  readonly notations: readonly [string, ...string[]]
}

const comparisons: readonly ComparisonNotations[] = [
  { comparison: 'Equals', of: ['equality', 'order', 'text'], notations: ['==', '=', 'eq', 'equals'] },
  { comparison: 'NotEquals', of: ['equality', 'order', 'text'], notations: ['!=', '<>', 'ne'] },
  { comparison: 'GreaterThan', of: ['order', 'text'], notations: ['gt', '>'] },
  { comparison: 'GreaterThanOrEqual', of: ['order', 'text'], notations: ['gte', '>='] },
  { comparison: 'LessThan', of: ['order', 'text'], notations: ['lt', '<'] },
  { comparison: 'LessThanOrEqual', of: ['order', 'text'], notations: ['lte', '<='] },
  { comparison: 'Contains', of: ['text'], notations: ['contains'] },
  { comparison: 'StartsWith', of: ['text'], notations: ['startswith'] },
  { comparison: 'EndsWith', of: ['text'], notations: ['endswith'] },
]

/** By notation, in lower case. */
const comparisonsByNotation = new Map(
  comparisons.flatMap((each) => each.notations.map((notation) => [notation, each] as const)),
)

/** Text is written in quotes; so may be other values. */
const valueTokens: Readonly<Record<ValueType, readonly Token['kind'][]>> = {
  text: ['text'],
  words: ['text'],
  number: ['text', 'value'],
  id: ['text', 'value'],
  date: ['text', 'value'],
  boolean: ['text', 'word'],
  any: ['text', 'value', 'word'],
}

/** The value that a token is, as its notation suggests; undefined for one of another type. */
export function valueOf({ kind, text }: Token, type: ValueType): Json | undefined {
  if (!valueTokens[type].includes(kind)) return undefined
  if (type !== 'any' || kind === 'text') return text

  return kind === 'word' ? readValue('boolean', text) : (readValue('number', text) ?? text)
}

/** What is expected in place of a token that is not a value of the type. */
function expectedToken(type: ValueType): string {
  if (type === 'any') return 'text in quotes, a number, true, false or null'

  return isQuoted(type) ? 'text in quotes' : expectedValue(type, null)
}

function isQuoted(type: ValueType): boolean {
  return type === 'text' || type === 'words' || type === 'any'
}
