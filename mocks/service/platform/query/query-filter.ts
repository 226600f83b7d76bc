import { z } from 'zod'
import { condition, readCondition, type Comparison } from '../../../data/model/query/condition.ts'
import {
  ancestorField,
  definitionField,
  moduleField,
  propertyField,
  relationField,
  systemField,
  userField,
} from '../../../data/model/query/fields.ts'
import type { Filter } from '../../../data/model/query/filter.ts'
import type { ValueType } from '../../../data/model/query/values.ts'
import { isoDate, Json } from '../../../data/model/shared/json.ts'
import { namesOf, numberOrText, wireEnum, wireUnion } from './wire.ts'

/**
 * The filters of `POST /api/entities/query`. The interface has no queries; these are the filters that existing clients
 * send, with numbers or names for enums.
 */

const filterTypes = [
  'Composite',
  'Not',
  'Property',
  'Relation',
  'CreatedBy',
  'ModifiedBy',
  'SecuredAncestors',
  'Id',
  'Identifier',
  'Definition',
  'Modules',
  'CreatedOn',
  'ModifiedOn',
] as const

/** The operators; the first nine have numbers, in this order. */
const comparisons = {
  Equals: 'Equals',
  NotEquals: 'NotEquals',
  Gt: 'GreaterThan',
  Lt: 'LessThan',
  Lte: 'LessThanOrEqual',
  Gte: 'GreaterThanOrEqual',
  Contains: 'Contains',
  StartsWith: 'StartsWith',
  EndsWith: 'EndsWith',
  DoesNotEqual: 'NotEquals',
  GreaterThan: 'GreaterThan',
  GreaterThanOrEqual: 'GreaterThanOrEqual',
  GreaterThanOrEquals: 'GreaterThanOrEqual',
  LessThan: 'LessThan',
  LessThanOrEqual: 'LessThanOrEqual',
  LessThanOrEquals: 'LessThanOrEqual',
} as const satisfies Record<string, Comparison>

const dataTypes = {
  None: 'any',
  String: 'text',
  Int: 'number',
  Long: 'number',
  Decimal: 'number',
  Float: 'number',
  DateTime: 'date',
  DateTimeOffset: 'date',
  Bool: 'boolean',
} as const satisfies Record<string, ValueType>

const operator = wireEnum(namesOf(comparisons), 9)
  .transform((name): Comparison => comparisons[name])
  .default('Equals')
const isDirect = wireEnum(['All', 'Direct'])
  .default('All')
  .transform((name) => name === 'Direct')
const id = numberOrText().nullish()
const ids = z.array(numberOrText()).nullish()
const names = z.array(z.string()).nullish()
const values = { value: Json.optional(), values: z.array(Json).nullish() }

const Composite = z
  .object({
    type: z.literal('Composite'),
    operator: wireEnum(['And', 'Or']).default('And'),
    get children(): z.ZodType<Filter[]> {
      return z.array(QueryFilter)
    },
  })
  .transform(({ operator, children }): Filter => ({
    kind: operator === 'And' ? 'and' : 'or',
    filters: children,
  }))

const Not = z
  .object({
    type: z.literal('Not'),
    get child(): z.ZodType<Filter> {
      return QueryFilter
    },
  })
  .transform(({ child }): Filter => ({ kind: 'not', filter: child }))

const Property = z
  .object({
    type: z.literal('Property'),
    operator,
    property: z.string(),
    culture: z.string().nullish(),
    data_type: wireEnum(namesOf(dataTypes)).default('None'),
    ...values,
  })
  .transform(({ property, culture, operator, data_type, ...given }, context): Filter => {
    const field = propertyField(property, { culture, type: dataTypes[data_type] })
    const all = valuesOf(given)
    const reading = readCondition(field, operator, all)

    if ('filter' in reading) return reading.filter
    const { index, expected } = reading

    context.addIssue({
      code: 'custom',
      path: given.values?.length ? ['values', index] : ['value'],
      message: `Expected ${expected}, as the data type is ${data_type}, not ${JSON.stringify(all[index])}.`,
    })

    return z.NEVER
  })

const Relation = z
  .object({
    type: z.literal('Relation'),
    relation: z.string(),
    parent_id: id,
    parent_ids: ids,
    child_id: id,
    child_ids: ids,
  })
  .transform(({ relation, parent_id, parent_ids, child_id, child_ids }): Filter => {
    const [parents, children] = [asList(parent_id, parent_ids), asList(child_id, child_ids)]
    const [parentEnd, childEnd] = [relationField(relation, 'parents'), relationField(relation, 'children')]

    if (!parents && !children) return parentEnd.exists

    return {
      kind: 'and',
      filters: [
        ...(parents ? [condition(parentEnd, 'Equals', parents)] : []),
        ...(children ? [condition(childEnd, 'Equals', children)] : []),
      ],
    }
  })

const Id = z
  .object({ type: z.literal('Id'), operator, ...values, id, ids })
  .transform(({ operator, id, ids, ...given }) =>
    condition(systemField('id'), operator, asList(id, ids) ?? valuesOf(given)),
  )

const Identifier = z
  .object({ type: z.literal('Identifier'), operator, ...values })
  .transform(({ operator, ...given }) => condition(systemField('identifier'), operator, valuesOf(given)))

const Definition = z
  .object({ type: z.literal('Definition'), operator, id, ids, name: z.string().nullish(), names })
  .transform(({ operator, id, ids, name, names }) =>
    condition(definitionField, operator, [...(asList(name, names) ?? []), ...(asList(id, ids) ?? [])]),
  )

const Modules = z
  .object({ type: z.literal('Modules'), modules: z.array(z.string()) })
  .transform(({ modules }) => condition(moduleField, 'Equals', modules))

const SecuredAncestors = z
  .object({ type: z.literal('SecuredAncestors'), connection_type: isDirect, id, ids, ancestor_id: id })
  .transform(({ id, ids, ancestor_id, connection_type }) =>
    condition(ancestorField(undefined, connection_type), 'Equals', asList(id ?? ancestor_id, ids) ?? []),
  )

/** Any filter; its type may be a number or a name. */
export const QueryFilter: z.ZodType<Filter> = wireUnion(filterTypes, [
  Property,
  Relation,
  userFilter('CreatedBy', 'created_by'),
  userFilter('ModifiedBy', 'modified_by'),
  SecuredAncestors,
  Id,
  Identifier,
  Definition,
  Modules,
  dateFilter('CreatedOn', 'created_on'),
  dateFilter('ModifiedOn', 'modified_on'),
  // nested filters last: documentation shows the first as the example
  Composite,
  Not,
])
z.globalRegistry.add(QueryFilter, { id: 'QueryFilter' })

function userFilter(type: 'CreatedBy' | 'ModifiedBy', field: 'created_by' | 'modified_by') {
  return z
    .object({
      type: z.literal(type),
      operator,
      connection_type: isDirect,
      id,
      ids,
      user_id: id,
      username: z.string().nullish(),
      usernames: names,
    })
    .transform(({ operator, connection_type, id, ids, user_id, username, usernames }) =>
      condition(userField(field, connection_type), operator, [
        ...(asList(id ?? user_id, ids) ?? []),
        ...(asList(username, usernames) ?? []),
      ]),
    )
}

function dateFilter(type: 'CreatedOn' | 'ModifiedOn', field: 'created_on' | 'modified_on') {
  return z
    .object({ type: z.literal(type), operator, value: isoDate.nullish(), values: z.array(isoDate).nullish() })
    .transform(({ operator, ...given }) => condition(systemField(field), operator, valuesOf(given)))
}

/** A single value and a list of values as one list; undefined if both are absent or null. */
function asList<T>(one: T | null | undefined, many: readonly T[] | null | undefined): T[] | undefined {
  const single = one ?? undefined

  if (single === undefined && !many) return undefined

  return [...(single === undefined ? [] : [single]), ...(many ?? [])]
}

/** The values that a filter compares with, by default null. */
function valuesOf({
  value,
  values,
}: {
  value?: Json | undefined
  values?: Json[] | null | undefined
}): Json[] {
  return values && values.length > 0 ? values : [value ?? null]
}
