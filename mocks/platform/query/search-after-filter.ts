import { z } from 'zod'
import { condition } from '../../model/query/condition.ts'
import {
  ancestorField,
  definitionField,
  fullTextField,
  propertyField,
  relationField,
  systemField,
  userField,
} from '../../model/query/fields.ts'
import { nothing, type Filter } from '../../model/query/filter.ts'
import { isObject, Json } from '../../model/shared/json.ts'
import {
  numberOrText,
  searchComparison,
  searchComparisons,
  searchedText,
  wireEnum,
  wireUnion,
} from './wire.ts'

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
  'AncestorId',
  ...propertyTypes,
] as const

const entityId = numberOrText()
/** The side at the other end, by the role of the found entities: a child has parents. */
const side = wireEnum(['Parent', 'Child']).transform((role) =>
  role === 'Child' ? ('parents' as const) : ('children' as const),
)

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
  .transform(({ name }) => condition(definitionField, 'Equals', [name]))

const DefinitionId = z
  .object({ type: z.literal('DefinitionId'), id: entityId })
  .transform(({ id }) => condition(definitionField, 'Equals', [id]))

const Identifier = z
  .object({ type: z.literal('Identifier'), identifier: z.string() })
  .transform(({ identifier }) => condition(systemField('identifier'), 'Equals', [identifier]))

const IdIn = z
  .object({ type: z.literal('IdIn'), ids: z.array(entityId) })
  .transform(({ ids }) => condition(systemField('id'), 'Equals', ids))

const FullText = z
  .object({ type: z.literal('FullText'), value: searchedText })
  .transform(({ value }) => condition(fullTextField, 'Equals', [value]))

/** The other end is given by `id` and the `role` of the found entities, or by `parent_id` or `child_id`. */
const Relation = z
  .object({
    type: z.literal('Relation'),
    relation: z.string(),
    role: side.nullish(),
    id: entityId.nullish(),
    parent_id: entityId.nullish(),
    child_id: entityId.nullish(),
  })
  .transform(({ relation, role: otherSide, id, parent_id, child_id }, context): Filter => {
    const ends = [
      [relationField(relation, otherSide ?? undefined), id],
      [relationField(relation, 'parents'), parent_id],
      [relationField(relation, 'children'), child_id],
    ] as const
    const filters = ends.flatMap(([field, other]) =>
      other == null ? [] : condition(field, 'Equals', [other]),
    )

    if (filters.length === 0)
      context.addIssue('Expected the id of an entity: parent_id, child_id, or role and id.')

    return { kind: 'and', filters }
  })

const RelationExists = z
  .object({ type: z.literal('RelationExists'), relation: z.string(), role: side.nullish() })
  .transform(({ relation, role: otherSide }): Filter =>
    otherSide ? relationField(relation, otherSide).exists : { kind: 'exists', relation },
  )

const AncestorId = z
  .object({ type: z.literal('AncestorId'), relation: z.string(), id: entityId })
  .transform(({ relation, id }) => condition(ancestorField(relation), 'Equals', [id]))

/** Matches nothing: LOCK and UNLOCK are no longer supported (interface 9.2). */
const Locked = z
  .object({ type: z.enum(['Locked', 'LockedBy']), user_id: entityId.nullish() })
  .transform((): Filter => nothing)

const PathRoot = z
  .object({ type: z.literal('PathRoot') })
  .transform((): Filter => ({ kind: 'root', of: 'path' }))

const RootTaxonomyItem = z
  .object({ type: z.literal('RootTaxonomyItem') })
  .transform((): Filter => ({ kind: 'root', of: 'taxonomy' }))

/** Matches nothing: a sandbox has no saved selections. */
const Selection = z
  .object({ type: z.literal('Selection'), id: entityId.nullish() })
  .transform((): Filter => nothing)

const Property = z
  .object({
    type: z.enum(propertyTypes),
    property_name: z.string(),
    culture: z.string().nullish(),
    value: Json.optional(),
    operator: searchComparison,
  })
  .transform(({ property_name, culture, value, operator }) =>
    condition(propertyField(property_name, { culture }), searchComparisons[operator], valuesOf(value)),
  )

export const SearchAfterFilter: z.ZodType<Filter> = wireUnion(filterTypes, [
  DefinitionName,
  DefinitionId,
  Identifier,
  IdIn,
  FullText,
  userFilter('CreatedBy', 'created_by'),
  userFilter('ModifiedBy', 'modified_by'),
  Locked,
  PathRoot,
  RootTaxonomyItem,
  Selection,
  Relation,
  RelationExists,
  AncestorId,
  Property,
  // nested filters last: documentation shows the first as the example
  Logical,
  Negating,
])
z.globalRegistry.add(SearchAfterFilter, { id: 'SearchAfterFilter' })

/** The values of a comparison; the bounds of a range may be a list, or an object with two members in any order. */
function valuesOf(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value

  return isObject(value)
    ? Object.values(value).toSorted((one, other) => (one !== null && other !== null && one > other ? 1 : -1))
    : [value ?? null]
}

function userFilter(type: 'CreatedBy' | 'ModifiedBy', field: 'created_by' | 'modified_by') {
  return z
    .object({ type: z.literal(type), user_id: entityId })
    .transform(({ user_id }) => condition(userField(field, true), 'Equals', [user_id]))
}
