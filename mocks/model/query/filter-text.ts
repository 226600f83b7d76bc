import type { Json } from '../shared/json.ts'
import { suggestion } from '../shared/suggestion.ts'
import { asStoredDate } from './matches.ts'
import type { DefinedNames } from './names.ts'
import { systemFields, type Filter, type Operator, type SystemField } from './filter.ts'

/** A term of a filter text; with the reason if it was not applied. */
export interface FilterTerm {
  readonly text: string
  readonly problem?: string
}

export interface ParsedFilterText {
  readonly filter: Filter
  readonly terms: readonly FilterTerm[]
}

/**
 * Parses the filter that users type, terms that must all match:
 *
 *     definition:M.Asset property.Title~sun has:AssetType id:>100 "two words" -draft
 *
 * `key:value` equals, `key~value` contains, `key:>1`, `key:<=2026-01-31`, `key:1,2,3` is one of them; a leading `-`
 * negates a term. Keys are the system fields, `created`, `modified`, `property.{name}`, `relation.{name}` (the id of a
 * related entity) and `has` (a relation that is not empty). A word without a key matches any value, the id or the identifier. Malformed terms and
 * unknown names are ignored, with a problem, so that a half-typed term hides nothing.
 *
 * @param names the names that terms can use; if omitted, any
 */
export function parseFilterText(text: string, names?: DefinedNames): ParsedFilterText {
  const read = Array.from(text.matchAll(termPattern), ([term]) => {
    const found = readTerm(term)
    const problem = found.problem ?? (names && found.filter && unknownNameProblem(found.filter, names))

    return problem === undefined ? found : { text: term, problem }
  })

  return {
    filter: {
      kind: 'and',
      filters: read.flatMap(({ filter }) => (filter ? [filter] : [])),
    },
    terms: read.map(({ text, problem }) => (problem === undefined ? { text } : { text, problem })),
  }
}

interface ReadTerm extends FilterTerm {
  readonly filter?: Filter
}

/** Words; a part in double quotes may contain spaces. */
const termPattern = /(?:"[^"]*"?|[^\s"])+/g

const keyedPattern = /^(?<key>[A-Za-z_]+(?:\.(?:"[^"]+"|[^\s:~"]+?))?)(?<separator>[:~])(?<value>.*)$/s

const shortNames: ReadonlyMap<string, SystemField> = new Map([
  ['created', 'created_on'],
  ['modified', 'modified_on'],
])

const valueOperators: readonly (readonly [sign: string, operator: Operator])[] = [
  ['>=', 'GreaterThanOrEqual'],
  ['<=', 'LessThanOrEqual'],
  ['!=', 'NotEquals'],
  ['>', 'GreaterThan'],
  ['<', 'LessThan'],
  ['=', 'Equals'],
]

function readTerm(text: string): ReadTerm {
  const isNegated = text.startsWith('-') && text.length > 1
  const term = isNegated ? readKeyed(text.slice(1)) : readKeyed(text)

  if (term.filter && isNegated) return { text, filter: { kind: 'not', filter: term.filter } }

  return { ...term, text }
}

function readKeyed(text: string): Omit<ReadTerm, 'text'> {
  const { key, separator, value = '' } = keyedPattern.exec(text)?.groups ?? {}

  if (unquote(key === undefined ? text : splitOperator(separator, value).text) === '')
    return { problem: 'A value is missing.' }
  if (key === undefined) return { filter: anywhere(unquote(text)) }

  const [head = '', ...rest] = key.split('.')
  const name = unquote(rest.join('.'))
  const kind = head.toLowerCase()

  if (kind === 'has') return { filter: { kind: 'relation', relation: unquote(value) } }
  if (kind === 'property' && name) {
    return { filter: { kind: 'property', property: name, ...comparison(separator, value) } }
  }
  if (kind === 'relation' && name) return relatedTo(name, value)

  const field = shortNames.get(kind) ?? systemFields.find((system) => system === kind)

  if (field) return systemTerm(field, comparison(separator, value))

  return {
    problem: `"${key}" is not a key. Keys: ${[...systemFields, ...shortNames.keys()].join(', ')}, property.{name}, relation.{name}, has.`,
  }
}

function systemTerm(
  field: SystemField,
  { operator, values: given }: ReturnType<typeof comparison>,
): Omit<ReadTerm, 'text'> {
  const isDate = field === 'created_on' || field === 'modified_on'
  // `2026` and `20260131` are dates too.
  const values = given.map((value) => (isDate && typeof value === 'number' ? String(value) : value))
  const problem = operator === 'Contains' ? undefined : valueProblem(field, values)

  return problem === undefined ? { filter: { kind: 'system', field, operator, values } } : { problem }
}

/** Why no entity can have such a value. */
function valueProblem(field: SystemField, values: readonly Json[]): string | undefined {
  switch (field) {
    case 'identifier':
    case 'definition':
      return undefined
    case 'created_on':
    case 'modified_on':
      return values
        .map(asStoredDate)
        .every((date) => date === null || (typeof date === 'string' && !isNaN(Date.parse(date))))
        ? undefined
        : 'Expected a date such as 2026-01-31.'
    case 'id':
    case 'version':
    case 'created_by':
    case 'modified_by':
      return values.every((value) => typeof value === 'number') ? undefined : 'Expected a number.'
  }
}

/** The problem of a term with a name that no definition has. */
function unknownNameProblem(filter: Filter, names: DefinedNames): string | undefined {
  if (filter.kind === 'not') return unknownNameProblem(filter.filter, names)
  if (filter.kind === 'relation' && names.relations(filter.relation).length === 0)
    return `No definition has a relation "${filter.relation}".`
  if (filter.kind === 'property' && names.properties(filter.property).length === 0) {
    return `No definition has a property "${filter.property}". ${suggestion(filter.property, names.propertyNames())}`.trim()
  }
  if (filter.kind !== 'system' || filter.field !== 'definition' || filter.operator !== 'Equals')
    return undefined
  const name = filter.values.map(String).find((value) => names.definitions(value).length === 0)

  return name === undefined ? undefined : `There is no definition "${name}".`
}

function relatedTo(relation: string, value: string): Omit<ReadTerm, 'text'> {
  const ids = value.split(',').map(Number)

  if (!ids.every((id) => Number.isInteger(id) && id > 0)) {
    return { problem: 'Expected the id of a related entity, or several with commas.' }
  }

  return { filter: { kind: 'relation', relation, ids } }
}

function comparison(separator: string | undefined, value: string): { operator: Operator; values: Json[] } {
  if (separator === '~') return { operator: 'Contains', values: [unquote(value)] }

  const { text, operator } = splitOperator(separator, value)
  // A part in double quotes may contain commas.
  const parts = text.match(/(?:"[^"]*"?|[^",])+/g) ?? [text]

  return { operator, values: parts.map((part) => parseValue(unquote(part))) }
}

/** The operator in front of a value, and the rest of the value. */
function splitOperator(separator: string | undefined, value: string): { text: string; operator: Operator } {
  const signed = separator === '~' ? undefined : valueOperators.find(([text]) => value.startsWith(text))

  return signed
    ? { text: value.slice(signed[0].length), operator: signed[1] }
    : { text: value, operator: 'Equals' }
}

function anywhere(text: string): Filter {
  const found: Filter[] = [
    { kind: 'text', text },
    { kind: 'system', field: 'identifier', operator: 'Contains', values: [text] },
  ]

  if (/^\d{1,15}$/.test(text))
    found.push({ kind: 'system', field: 'id', operator: 'Equals', values: [Number(text)] })

  return { kind: 'or', filters: found }
}

/** Text that is written as a number is one, so that `>` and `<` compare it as a number; `007` is text. */
function parseValue(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null

  return /^-?[\d.]+$/.test(text) && String(Number(text)) === text ? Number(text) : text
}

function unquote(text: string): string {
  return text.replaceAll('"', '')
}
