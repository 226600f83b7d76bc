import { z } from 'zod'
import { isoDate, Json } from '../../model/shared/json.ts'
import type { Filter, Operator } from '../../model/query/filter.ts'
import { dataTypes, asList, typeMismatch, convertedTo, operator, valuesOf } from './filter-values.ts'
import { numberOrText } from './number-or-text.ts'
import { wireEnum, wireUnion } from './wire-enum.ts'

/**
 * The filters of `POST /api/entities/query`, converted to `Filter`. The interface has no queries; these are the filters
 * that existing clients send, with numbers or names for enums.
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

const connectionIsDirect = wireEnum(['All', 'Direct'])
  .default('All')
  .transform((name) => name === 'Direct')
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
    data_type: wireEnum(dataTypes).default('None'),
    ...values,
  })
  .transform(({ property, culture, operator, data_type, ...given }, context): Filter => ({
    kind: 'property',
    property,
    ...(culture ? { culture } : {}),
    operator,
    values: valuesOf(given).map((value, index) => {
      const typed = convertedTo(data_type, value)
      const path = given.values?.length ? ['values', index] : ['value']

      if (typed === undefined)
        context.addIssue({ code: 'custom', path, message: typeMismatch(data_type, value) })

      return typed ?? null
    }),
  }))

const Relation = z
  .object({
    type: z.literal('Relation'),
    relation: z.string(),
    ...singleOrMany('parent_id', 'parent_ids'),
    ...singleOrMany('child_id', 'child_ids'),
  })
  .transform(({ relation, parent_id, parent_ids, child_id, child_ids }): Filter => {
    const [parents, children] = [asList(parent_id, parent_ids), asList(child_id, child_ids)]

    return {
      kind: 'and',
      filters: [
        ...(parents || !children
          ? [{ kind: 'relation', relation, side: 'parents', ids: parents } as const]
          : []),
        ...(children ? [{ kind: 'relation', relation, side: 'children', ids: children } as const] : []),
      ],
    }
  })

const Id = z
  .object({ type: z.literal('Id'), operator, ...values, ...singleOrMany('id', 'ids') })
  .transform(({ operator, id, ids, ...given }): Filter => ({
    kind: 'system',
    field: 'id',
    operator,
    values: asList(id, ids) ?? valuesOf(given),
  }))

const Identifier = z
  .object({ type: z.literal('Identifier'), operator, ...values })
  .transform(({ operator, ...given }): Filter => ({
    kind: 'system',
    field: 'identifier',
    operator,
    values: valuesOf(given),
  }))

const Definition = z
  .object({
    type: z.literal('Definition'),
    operator,
    ...singleOrMany('id', 'ids'),
    name: z.string().nullish(),
    names,
  })
  .transform(({ operator, id, ids, name, names }): Filter => {
    const all = { names: asList(name, names) ?? [], ids: asList(id, ids) ?? [] }

    // operators such as StartsWith apply only to names
    if (operator !== 'Equals' && operator !== 'NotEquals') {
      return { kind: 'system', field: 'definition', operator, values: all.names }
    }

    return negatedIfNotEquals(operator, { kind: 'definition', ...all })
  })

const Modules = z
  .object({ type: z.literal('Modules'), modules: z.array(z.string()) })
  .transform(({ modules }): Filter => ({ kind: 'module', modules }))

const SecuredAncestors = z
  .object({
    type: z.literal('SecuredAncestors'),
    connection_type: connectionIsDirect,
    ...singleOrMany('id', 'ids'),
    ancestor_id: numberOrText().nullish(),
  })
  .transform(({ id, ids, ancestor_id, connection_type: isDirect }): Filter => ({
    kind: 'ancestor',
    ids: asList(id ?? ancestor_id, ids) ?? [],
    isDirect,
  }))

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
      connection_type: connectionIsDirect,
      ...singleOrMany('id', 'ids'),
      user_id: numberOrText().nullish(),
      username: z.string().nullish(),
      usernames: names,
    })
    .transform(({ operator, connection_type: isDirect, id, ids, user_id, username, usernames }): Filter =>
      negatedIfNotEquals(operator, {
        kind: 'user',
        field,
        ids: asList(id ?? user_id, ids) ?? [],
        names: asList(username, usernames) ?? [],
        isDirect,
      }),
    )
}

function dateFilter(type: 'CreatedOn' | 'ModifiedOn', field: 'created_on' | 'modified_on') {
  return z
    .object({ type: z.literal(type), operator, value: isoDate.nullish(), values: z.array(isoDate).nullish() })
    .transform(({ operator, ...given }): Filter => ({
      kind: 'system',
      field,
      operator,
      values: valuesOf(given),
    }))
}

function singleOrMany<const One extends string, const Many extends string>(one: One, many: Many) {
  const single = numberOrText().nullish()

  return { [one]: single, [many]: ids } as { [K in One]: typeof single } & { [K in Many]: typeof ids } // the two keys
}

function negatedIfNotEquals(operator: Operator, filter: Filter): Filter {
  return operator === 'NotEquals' ? { kind: 'not', filter } : filter
}
