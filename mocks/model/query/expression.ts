import { InvalidRequest } from '../shared/errors.ts'
import type { Json } from '../shared/json.ts'
import { systemFields, type Filter, type Operator, type SystemField } from './filter.ts'

/**
 * The query language of `GET /api/entities/query`:
 *
 *     Definition.Name=='M.Asset' AND (String('Title')=='Harbour' OR NOT Int('Width')>=1000)
 *
 * Left of an operator stands `Definition.Name`, a system field (`id`, `created_on` ...), or the property with its
 * type: `String`, `Int`, `Long`, `Decimal`, `Float`, `Bool`, `DateTime`, `DateTimeOffset`. Text stands in single
 * quotes, doubled inside. Key words may be in any letter case.
 *
 * @throws {InvalidRequest} 400, with the position of what is wrong
 */
export function parseExpression(text: string): Filter {
  const parser = new Parser(text)
  const filter = parser.readOr()

  parser.expectEnd()

  return filter
}

const comparisonSigns: ReadonlyMap<string, Operator> = new Map([
  ['==', 'Equals'],
  ['=', 'Equals'],
  ['!=', 'NotEquals'],
  ['<>', 'NotEquals'],
  ['>=', 'GreaterThanOrEqual'],
  ['<=', 'LessThanOrEqual'],
  ['>', 'GreaterThan'],
  ['<', 'LessThan'],
  ['contains', 'Contains'],
  ['startswith', 'StartsWith'],
  ['endswith', 'EndsWith'],
])

const constants: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])

const propertyKinds = new Set([
  'string',
  'int',
  'long',
  'decimal',
  'float',
  'bool',
  'datetime',
  'datetimeoffset',
])

interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign' | 'end'
  readonly text: string
  /** Offset in the expression, from 0. */
  readonly at: number
}

const tokenPattern =
  /\s*(?:(?<text>'(?:[^']|'')*')|(?<number>-?\d+(?:\.\d+)?)|(?<word>[A-Za-z_][\w.]*)|(?<sign>==|!=|<>|>=|<=|[=<>()])|(?<other>\S))/gy

const deepest = 100

class Parser {
  readonly #source: string
  readonly #tokens: readonly Token[]
  #position = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
    this.#tokens = tokenize(source)
  }

  readOr(): Filter {
    const filters = [this.#readAnd()]

    while (this.#takeWord('or')) filters.push(this.#readAnd())

    return joined('or', filters)
  }

  expectEnd(): void {
    if (this.#next.kind !== 'end') this.#refuse('AND, OR or the end')
  }

  #readAnd(): Filter {
    const filters = [this.#readNot()]

    while (this.#takeWord('and')) filters.push(this.#readNot())

    return joined('and', filters)
  }

  #readNot(): Filter {
    if (this.#takeWord('not')) return this.#readNegation()
    if (!this.#takeSign('(')) return this.#readComparison()
    if (++this.#depth > deepest) this.#refuse(`at most ${deepest} parentheses in one another`)

    const inner = this.readOr()

    this.#depth--
    if (!this.#takeSign(')')) this.#refuse('")"')

    return inner
  }

  #readNegation(): Filter {
    if (++this.#depth > deepest) this.#refuse(`at most ${deepest} negations in one another`)

    const filter = this.#readNot()

    this.#depth--

    return { kind: 'not', filter }
  }

  #readComparison(): Filter {
    const subject = this.#readSubject()
    const operator = comparisonSigns.get(this.#next.text.toLowerCase())

    if (!operator || (this.#next.kind !== 'sign' && this.#next.kind !== 'word')) {
      return this.#refuse('a comparison such as "=="')
    }
    this.#position++

    return { ...subject, operator, values: [this.#readValue()] }
  }

  #readSubject(): { kind: 'system'; field: SystemField } | { kind: 'property'; property: string } {
    const token = this.#next
    const word = token.text.toLowerCase()
    const field = systemFields.find((name) => name === word)

    if (token.kind !== 'word') return this.#refuse('"Definition.Name", a system field or a property')
    this.#position++
    if (word === 'definition.name') return { kind: 'system', field: 'definition' }
    if (propertyKinds.has(word)) return { kind: 'property', property: this.#readPropertyName() }
    if (field) return { kind: 'system', field }

    this.#position--

    return this.#refuse('"Definition.Name", a system field or a property such as String(\'Title\')')
  }

  #readPropertyName(): string {
    if (!this.#takeSign('(')) this.#refuse('"("')
    const token = this.#next

    if (token.kind !== 'text') return this.#refuse('a property name in single quotes')
    this.#position++
    if (!this.#takeSign(')')) this.#refuse('")"')

    return unquote(token.text)
  }

  #readValue(): Json {
    const token = this.#next

    this.#position++
    if (token.kind === 'text') return unquote(token.text)
    if (token.kind === 'number') return Number(token.text)

    const constant = constants.get(token.text.toLowerCase())

    if (token.kind === 'word' && constant !== undefined) return constant
    this.#position--

    return this.#refuse('a value: text in single quotes, a number, true, false or null')
  }

  get #next(): Token {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '', at: this.#source.length }
  }

  #takeWord(word: string): boolean {
    return this.#take('word', word)
  }

  #takeSign(sign: string): boolean {
    return this.#take('sign', sign)
  }

  #take(kind: Token['kind'], text: string): boolean {
    const isNext = this.#next.kind === kind && this.#next.text.toLowerCase() === text

    if (isNext) this.#position++

    return isNext
  }

  #refuse(wanted: string): never {
    const { kind, text, at } = this.#next
    const found = kind === 'end' ? 'the end' : text

    throw new InvalidRequest({ query: `Expected ${wanted} at position ${at + 1}, not ${found}.` })
  }
}

function tokenize(source: string): Token[] {
  return Array.from(source.matchAll(tokenPattern), (match) => {
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [
      'sign',
      '',
    ]
    const at = match.index + match[0].length - text.length

    if (kind === 'other') {
      throw new InvalidRequest({
        query: `Expected a name, value or sign at position ${at + 1}, not ${text}.`,
      })
    }

    return { kind: kind as Token['kind'], text, at } // the groups of the pattern, but for "other"
  })
}

function joined(kind: 'and' | 'or', filters: readonly Filter[]): Filter {
  const [only, ...others] = filters

  return only && others.length === 0 ? only : { kind, filters }
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll("''", "'")
}
