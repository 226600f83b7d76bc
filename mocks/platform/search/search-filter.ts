import { z } from 'zod'
import { nothing, type Filter } from '../../model/query/filter.ts'
import { namesOf } from '../../model/query/names.ts'
import { systemField } from '../../model/query/sort-name.ts'
import { withIgnored } from '../../model/shared/ignored-members.ts'
import type { Json } from '../../model/shared/json.ts'
import { suggestion } from '../../model/shared/suggestion.ts'
import type { Data } from '../../model/tables.ts'
import { compare, comparison, isNegative } from '../query/comparisons.ts'
import { wireEnum } from '../query/wire-enum.ts'

/** The kinds of filters, in the order of the numbers that represent the names. */
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

/** A filter of a search: what is compared, how, and with what. */
export const SearchFilter = z.object({
  name: z.string().default(''),
  type: wireEnum(filterTypes).default('FieldFilter'),
  operator: comparison,
  /** Values, option identifiers, definition names, or ids (numbers or text). */
  values: z
    .array(value)
    .nullish()
    .transform((given) => given ?? []),
})
export type SearchFilter = z.infer<typeof SearchFilter>
// They are for the page that sends it.
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
const taxonomyName = /^taxonomy_?items\.\{?\d+\}?(\.\*)?$/i

/** Other names of relations. */
const relationAliases: ReadonlyMap<string, string> = new Map([
  ['finallifecyclestatus', 'FinalLifeCycleStatusToAsset'],
])

/** The filter of a search as a query filter; undefined when its name is unknown, or its kind is not modelled. */
export function searchFilter(data: Data, { name, type, operator, values }: SearchFilter): Filter | undefined {
  if (type === 'IdFilter') return compare(operator, { kind: 'system', field: 'id' }, values)
  if (type === 'Nested' || type === 'SelectionPoolFilter') return undefined
  if (taxonomyName.test(name)) {
    return related(operator, values, (some) => ({ kind: 'taxonomy', ids: idsOf(data, some) }))
  }

  const [member = '', culture] = name.split('#')
  const names = namesOf(data)
  const field = systemField(member)
  const [relation] = names.relations(relationAliases.get(member.toLowerCase()) ?? member)
  const [property] = names.properties(member)

  if (field === 'definition' && !isTextual(operator)) {
    return related(operator, values, (some) => definitions(some))
  }
  if (field) return compare(operator, { kind: 'system', field }, values)
  if (property !== undefined) {
    return compare(operator, { kind: 'property', property, ...(culture ? { culture } : {}) }, values)
  }
  if (relation === undefined) return undefined

  return related(operator, values, (some) => ({
    kind: 'relation',
    relation,
    ...(some.length > 0 ? { ids: idsOf(data, some) } : {}),
  }))
}

/** Why a filter is ignored; undefined when it is understood. */
export function whyIgnored(data: Data, filter: SearchFilter): string | undefined {
  const { name, type } = filter

  // Pages send these types as a matter of course.
  if (type === 'Nested' || type === 'SelectionPoolFilter' || searchFilter(data, filter)) return undefined
  const names = namesOf(data)
  const known = [...names.propertyNames(), ...names.relationNames()]

  return `Nothing is called "${name.slice(0, 60)}". ${suggestion(name, known)}`.trimEnd()
}

/** Whether definitions are compared by the letters of their names. */
function isTextual(operator: SearchFilter['operator']): boolean {
  return /StartWith|StartsWith|EndWith|EndsWith|Contain/.test(operator)
}

function definitions(values: readonly Json[]): Filter {
  const names = values.map(String)

  return { kind: 'definition', names, ids: names.filter((name) => /^\d+$/.test(name)).map(Number) }
}

/** A comparison with what is at the other end of a relation. */
function related(
  operator: SearchFilter['operator'],
  values: readonly Json[],
  has: (some: readonly Json[]) => Filter,
): Filter {
  const isAbout = operator === 'Missing' || operator === 'Exists' ? [] : values
  const filter: Filter =
    operator === 'AllOf'
      ? { kind: 'and', filters: values.map((value) => has([value])) }
      : isAbout.length > 0 || operator === 'Missing' || operator === 'Exists'
        ? has(isAbout)
        : nothing

  return isNegative(operator) ? { kind: 'not', filter } : filter
}

/** Ids of entities that are named by id or identifier; a lifecycle state may go by its last part. */
function idsOf(data: Data, values: readonly Json[]): number[] {
  return values.map(String).map((text) => {
    const found = [text, `M.Final.LifeCycle.Status.${text}`]
      .map((identifier) => data.entities.find('identifier', identifier)?.id)
      .find((id) => id !== undefined)

    return /^\d+$/.test(text) ? Number(text) : (found ?? 0)
  })
}
