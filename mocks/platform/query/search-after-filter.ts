import { z } from 'zod'
import { isObject } from '../../model/entities/property-values.ts'
import type { Filter, Operator, PropertyFilter } from '../../model/query/filter.ts'
import type { Json } from '../../model/shared/json.ts'
import { wireEnum, wireUnion } from './wire-enum.ts'

/** The filters of `POST /api/entities/searchAfter`, another language than that of `POST /api/entities/query`. */

const propertyTypes = [
  'IntProperty',
  'LongProperty',
  'DecimalProperty',
  'BoolProperty',
  'DateTimeProperty',
  'DateTimeOffSetProperty',
  'StringProperty',
] as const

const filterTypes = [
  'Logical',
  'Negating',
  'DefinitionName',
  'DefinitionId',
  'Identifier',
  'IdIn',
  'FullText',
  'CreatedBy',
  'ModifiedBy',
  'LockedBy',
  'Locked',
  'PathRoot',
  'RootTaxonomyItem',
  'Selection',
  'Relation',
  'RelationExists',
  ...propertyTypes,
] as const

type Comparison = (property: Pick<PropertyFilter, 'kind' | 'property' | 'culture'>, value: Json) => Filter

const comparisons = {
  None: compare('Equals'),
  Equals: compare('Equals'),
  LessThan: compare('LessThan'),
  GreaterThan: compare('GreaterThan'),
  Between: between,
  StartsWith: compare('StartsWith'),
  EndsWith: compare('EndsWith'),
  Contains: compare('Contains'),
  Exists: exists,
} satisfies Record<string, Comparison>

const comparison = wireEnum(
  ['None', 'Equals', 'LessThan', 'GreaterThan', 'Between', 'StartsWith', 'EndsWith', 'Contains', 'Exists'],
  [0, 1, 2, 3, 4, 5, 6, 7, 19],
).default('Equals')

const entityId = z.coerce.number().int()
/** The role that the entities found have in the relation: a child has parents. */
const side = wireEnum(['Parent', 'Child']).transform((role) => (role === 'Child' ? 'parents' : 'children'))

const Logical = z
  .object({
    type: z.literal('Logical'),
    operator: wireEnum(['And', 'Or', 'AndNot']).default('And'),
    get left(): z.ZodType<Filter> {
      return SearchAfterFilter
    },
    get right(): z.ZodType<Filter> {
      return SearchAfterFilter
    },
  })
  .transform(({ operator, left, right }): Filter => {
    if (operator === 'Or') return { kind: 'or', filters: [left, right] }

    return { kind: 'and', filters: [left, operator === 'And' ? right : { kind: 'not', filter: right }] }
  })

const Negating = z
  .object({
    type: z.literal('Negating'),
    get query(): z.ZodType<Filter> {
      return SearchAfterFilter
    },
  })
  .transform(({ query }): Filter => ({ kind: 'not', filter: query }))

const DefinitionName = z
  .object({ type: z.literal('DefinitionName'), name: z.string() })
  .transform(({ name }): Filter => ({ kind: 'definition', names: [name], ids: [] }))

const DefinitionId = z
  .object({ type: z.literal('DefinitionId'), id: entityId })
  .transform(({ id }): Filter => ({ kind: 'definition', names: [], ids: [id] }))

const Identifier = z
  .object({ type: z.literal('Identifier'), identifier: z.string() })
  .transform(({ identifier }): Filter => equals('identifier', [identifier]))

const IdIn = z
  .object({ type: z.literal('IdIn'), ids: z.array(entityId) })
  .transform(({ ids }): Filter => equals('id', ids))

const FullText = z
  .object({ type: z.literal('FullText'), value: z.string() })
  .transform(({ value }): Filter => hasWords(value))

const Relation = z
  .object({ type: z.literal('Relation'), relation: z.string(), role: side, id: entityId })
  .transform(({ relation, role, id }): Filter => ({ kind: 'relation', relation, side: role, ids: [id] }))

const RelationExists = z
  .object({ type: z.literal('RelationExists'), relation: z.string(), role: side })
  .transform(({ relation, role }): Filter => ({ kind: 'relation', relation, side: role }))

/** Nothing is ever locked here: LOCK and UNLOCK are not supported any more (interface 9.2). */
const Locked = z.object({ type: z.enum(['Locked', 'LockedBy']) }).transform(nothing)

const PathRoot = z
  .object({ type: z.literal('PathRoot') })
  .transform((): Filter => ({ kind: 'root', of: 'path' }))

const RootTaxonomyItem = z
  .object({ type: z.literal('RootTaxonomyItem') })
  .transform((): Filter => ({ kind: 'root', of: 'taxonomy' }))

/** There are no saved selections here, so no entity is in one. */
const Selection = z.object({ type: z.literal('Selection') }).transform(nothing)

const Property = z
  .object({
    type: z.enum(propertyTypes),
    property_name: z.string(),
    culture: z.string().nullish(),
    value: z.json().optional(),
    operator: comparison,
  })
  .transform(({ property_name, culture, value, operator }): Filter =>
    comparisons[operator](
      { kind: 'property', property: property_name, culture: culture ?? undefined },
      value ?? null,
    ),
  )

export const SearchAfterFilter: z.ZodType<Filter> = wireUnion(filterTypes, [
  Logical,
  Negating,
  DefinitionName,
  DefinitionId,
  Identifier,
  IdIn,
  FullText,
  user('CreatedBy', 'created_by'),
  user('ModifiedBy', 'modified_by'),
  Locked,
  PathRoot,
  RootTaxonomyItem,
  Selection,
  Relation,
  RelationExists,
  Property,
])

/** Has every word of the text somewhere in its values. */
export function hasWords(text: string): Filter {
  const words = text.split(/\s+/).filter((word) => word !== '')

  return { kind: 'and', filters: words.map((word) => ({ kind: 'text', text: word })) }
}

function user(type: 'CreatedBy' | 'ModifiedBy', field: 'created_by' | 'modified_by') {
  return z
    .object({ type: z.literal(type), user_id: entityId })
    .transform(({ user_id }): Filter => ({ kind: 'user', field, ids: [user_id], names: [], isDirect: true }))
}

function compare(operator: Operator): Comparison {
  return (property, value) => ({ ...property, operator, values: [value] })
}

/** Both ends count. They come as a list of two, or as an object of two members. */
function between(property: Parameters<Comparison>[0], value: Json): Filter {
  const [from = null, to = null] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []

  return {
    kind: 'and',
    filters: [
      { ...property, operator: 'GreaterThanOrEqual', values: [from] },
      { ...property, operator: 'LessThanOrEqual', values: [to] },
    ],
  }
}

function exists(property: Parameters<Comparison>[0]): Filter {
  return { kind: 'not', filter: { ...property, operator: 'Equals', values: [null] } }
}

function equals(field: 'id' | 'identifier', values: Json[]): Filter {
  return { kind: 'system', field, operator: 'Equals', values }
}

function nothing(): Filter {
  return { kind: 'or', filters: [] }
}
