import type { Json } from '../shared/json.ts'
import type { CommittedData } from '../data-tables.ts'
import { condition, readCondition, type Comparison } from './condition.ts'
import { propertyField, relationField, systemField, systemFieldNamed, type Field } from './fields.ts'
import { systemFields, type Filter, type SystemField } from './filter.ts'
import { unknownNames } from './defined-names.ts'

/** A term of a filter text; with the reason if it was not applied. */
interface FilterTerm {
  readonly text: string
  readonly problem?: string
}

interface ParsedFilterText {
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
 * @param data with the definitions whose names terms can use; if omitted, any
 */
export function parseFilterText(text: string, data?: CommittedData): ParsedFilterText {
  const terms = Array.from(text.matchAll(termPattern), ([term]) => {
    const read = readTerm(term)
    const [problem] =
      'problem' in read
        ? [read.problem]
        : data
          ? unknownNames(data, read.filter, { reportDefinitions: true })
          : []

    return problem === undefined ? { text: term, ...read } : { text: term, problem }
  })

  return {
    filter: { kind: 'and', filters: terms.flatMap((term) => ('filter' in term ? term.filter : [])) },
    terms: terms.map((term) => ('problem' in term ? term : { text: term.text })),
  }
}

type TermReading = { readonly filter: Filter } | { readonly problem: string }

/** Words; a part in double quotes may contain spaces. */
const termPattern = /(?:"[^"]*"?|[^\s"])+/g

const keyedPattern = /^(?<key>[A-Za-z_]+(?:\.(?:"[^"]+"|[^\s:~"]+?))?)(?<separator>[:~])(?<value>.*)$/s

/** The keys of terms, besides `property.{name}`, `relation.{name}` and `has`. */
export type FilterKey = SystemField | 'created' | 'modified'

const shortKeys = { created: 'created_on', modified: 'modified_on' } as const
const filterKeys: readonly FilterKey[] = [...systemFields, 'created', 'modified']

/** The signs in front of a value; the longer ones first. */
const comparisons: readonly (readonly [sign: string, comparison: Comparison])[] = [
  ['>=', 'GreaterThanOrEqual'],
  ['<=', 'LessThanOrEqual'],
  ['!=', 'NotEquals'],
  ['>', 'GreaterThan'],
  ['<', 'LessThan'],
  ['=', 'Equals'],
  ['', 'Equals'],
]

function readTerm(text: string): TermReading {
  const isNegated = text.startsWith('-') && text.length > 1
  const read = isNegated ? readKeyed(text.slice(1)) : readKeyed(text)

  return isNegated && 'filter' in read ? { filter: { kind: 'not', filter: read.filter } } : read
}

function readKeyed(text: string): TermReading {
  const { key, separator, value = '' } = keyedPattern.exec(text)?.groups ?? {}
  const [sign, comparison] = comparisons.find(([each]) => separator === ':' && value.startsWith(each)) ?? [
    '',
    'Contains' as const,
  ]
  const operand = key === undefined ? text : value.slice(sign.length)

  if (unquote(operand) === '') return { problem: 'A value is missing.' }
  if (key === undefined) return { filter: anywhere(unquote(text)) }

  const [head = '', ...rest] = key.split('.')
  const name = unquote(rest.join('.'))
  const kind = head.toLowerCase()

  if (kind === 'has') return { filter: relationField(unquote(value)).exists }
  const field =
    kind === 'property' && name
      ? propertyField(name)
      : kind === 'relation' && name
        ? relationField(name)
        : fieldOfKey(key.toLowerCase())

  if (!field) {
    return {
      problem: `"${key}" is not a key. Keys: ${filterKeys.join(', ')}, property.{name}, relation.{name}, has.`,
    }
  }
  // a part of a date or number is text
  if (comparison === 'Contains') return { filter: condition(field, comparison, [unquote(operand)]) }

  // a part in double quotes may contain commas
  const parts = (operand.match(/(?:"[^"]*"?|[^",])+/g) ?? [operand]).map(unquote)
  const reading = readCondition(field, comparison, field.type === 'any' ? parts.map(scalarOf) : parts)

  return 'filter' in reading ? reading : { problem: `Expected ${reading.expected}.` }
}

function fieldOfKey(key: string): Field | undefined {
  const field = key === 'created' || key === 'modified' ? shortKeys[key] : systemFieldNamed(key)

  return field && systemField(field)
}

function anywhere(text: string): Filter {
  const found: Filter[] = [
    { kind: 'text', text },
    { kind: 'system', field: 'identifier', operator: 'Contains', values: [text] },
  ]

  if (/^\d{1,15}$/.test(text)) found.push(systemField('id').is('Equals', [Number(text)]))

  return { kind: 'or', filters: found }
}

/** Text that is written as a number is one, so that `>` and `<` compare it as a number; `007` is text. */
function scalarOf(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null

  return /^-?[\d.]+$/.test(text) && String(Number(text)) === text ? Number(text) : text
}

function unquote(text: string): string {
  return text.replaceAll('"', '')
}
