import { z } from 'zod'
import { nothing, type Filter } from '../../model/query/filter.ts'
import { definedNamesOf } from '../../model/query/names.ts'
import { systemField } from '../../model/query/sort-name.ts'
import { withIgnored } from '../../model/shared/ignored-members.ts'
import type { Json } from '../../model/shared/json.ts'
import { shortened, suggestion } from '../../model/shared/suggestion.ts'
import type { Data } from '../../model/tables.ts'
import { compare, comparison, isNegative } from '../query/comparisons.ts'
import { orEmpty, wireEnum } from '../query/wire-enum.ts'
import { classifyingRelations } from './facet-fields.ts'

/** The types of filters, in the order of the numbers that represent them. */
const filterTypes = [
  'FieldFilter',
  'InFilter',
  'DynamicFilter',
  'Nested',
  'IdFilter',
  'SelectionPoolFilter',
] as const

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  withIgnored(z.object({ identifier: z.string() }), ['data', 'label', 'labels']).transform(
    ({ identifier }) => identifier,
  ),
  z.object({ value: z.union([z.string(), z.number(), z.boolean()]) }).transform(({ value }) => value),
])

/** A filter of a search: the field, the comparison and the values. */
export const SearchFilter = z.object({
  name: z.string().default(''),
  type: wireEnum(filterTypes).default('FieldFilter'),
  operator: comparison,
  /** Values, option identifiers, definition names, or ids (numbers or text). */
  values: orEmpty(z.array(value)),
})
export type SearchFilter = z.infer<typeof SearchFilter>
// members that clients send for their own use
withIgnored(SearchFilter, [
  'definition',
  'dynamic',
  'group',
  'group_identifier',
  'hidden',
  'label',
  'multi_select',
  'nested',
  'nested_values',
  'removeQuery',
  'role',
  'selection_pool_specs',
  'visible',
])

/** `taxonomy_items.{4021}.*`: items of the taxonomy with this definition; the braces may be absent. */
const taxonomyName = /^taxonomy_?items\.\{?(\d+)\}?(\.\*)?$/i

/** Aliases of relations. */
const relationAliases: ReadonlyMap<string, string> = new Map([
  ['finallifecyclestatus', 'FinalLifeCycleStatusToAsset'],
])

/** The filter of a search as a query filter; undefined if its name is unknown, or its type is not implemented. */
export function searchFilter(data: Data, { name, type, operator, values }: SearchFilter): Filter | undefined {
  if (type === 'IdFilter') return compare(operator, { kind: 'system', field: 'id' }, values)
  if (type === 'Nested' || type === 'SelectionPoolFilter') return undefined
  const [, taxonomyId] = taxonomyName.exec(name) ?? []

  if (taxonomyId !== undefined) {
    return relatedFilter(operator, values, (each) =>
      each.length > 0 ? { kind: 'taxonomy', ids: idsOf(data, each) } : isClassified(data, taxonomyId),
    )
  }

  const [member = '', culture] = name.split('#')
  const names = definedNamesOf(data)
  const field = systemField(member)
  const [relation] = names.relations(relationAliases.get(member.toLowerCase()) ?? member)
  const [property] = names.properties(member)

  if (field === 'definition' && !isTextual(operator)) {
    return relatedFilter(operator, values, definitionFilter)
  }
  if (field) return compare(operator, { kind: 'system', field }, values)
  if (property !== undefined) {
    return compare(operator, { kind: 'property', property, ...(culture ? { culture } : {}) }, values)
  }
  if (relation === undefined) return undefined

  return relatedFilter(operator, values, (each) => ({
    kind: 'relation',
    relation,
    ...(each.length > 0 ? { ids: idsOf(data, each) } : {}),
  }))
}

/** Why a filter is ignored; undefined if it is supported. */
export function reasonIgnored(data: Data, filter: SearchFilter): string | undefined {
  const { name, type } = filter

  // no warning for types that existing clients always send
  if (type === 'Nested' || type === 'SelectionPoolFilter' || searchFilter(data, filter)) return undefined
  const names = definedNamesOf(data)
  const known = [...names.propertyNames(), ...names.relationNames()]

  return `No property or relation is named "${shortened(name)}". ${suggestion(name, known)}`.trimEnd()
}

/** Related to any item of the taxonomy with this definition. */
function isClassified(data: Data, definitionId: string): Filter {
  const definition = data.definitions.find('id', definitionId)
  const relations = definition ? classifyingRelations(definition) : []

  return {
    kind: 'or',
    filters: relations.map(({ name }) => ({ kind: 'relation', relation: name, side: 'parents' })),
  }
}

/** Whether definitions are compared by parts of their names. */
function isTextual(operator: SearchFilter['operator']): boolean {
  return /StartWith|StartsWith|EndWith|EndsWith|Contain/.test(operator)
}

function definitionFilter(values: readonly Json[]): Filter {
  const names = values.map(String)

  return { kind: 'definition', names, ids: names.filter((name) => /^\d+$/.test(name)).map(Number) }
}

/** A comparison with related entities; `anyOf` returns the filter for any of some values, or for the existence of one. */
function relatedFilter(
  operator: SearchFilter['operator'],
  values: readonly Json[],
  anyOf: (values: readonly Json[]) => Filter,
): Filter {
  // as in `compare`
  if (operator === 'Changed') return { kind: 'all' }
  if (operator === 'Exists') return anyOf([])
  if (operator === 'Missing') return { kind: 'not', filter: anyOf([]) }
  if (operator === 'AllOf') return { kind: 'and', filters: values.map((value) => anyOf([value])) }

  const filter = values.length > 0 ? anyOf(values) : nothing

  return isNegative(operator) ? { kind: 'not', filter } : filter
}

/** Ids of entities, given by id or identifier; lifecycle states also by the last part of their identifier. */
function idsOf(data: Data, values: readonly Json[]): number[] {
  return values.map(String).map((text) => {
    if (/^\d+$/.test(text)) return Number(text)

    const [found] = [text, `M.Final.LifeCycle.Status.${text}`].flatMap(
      (identifier) => data.entities.find('identifier', identifier) ?? [],
    )

    return found?.id ?? 0
  })
}
