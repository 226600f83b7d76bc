import { z } from 'zod'
import { condition } from '../../../data/model/query/condition.ts'
import {
  ancestorField,
  definitionField,
  fullTextField,
  propertyField,
  relationField,
  systemField,
  userField,
  type Field,
} from '../../../data/model/query/fields.ts'
import { nothing, type Filter } from '../../../data/model/query/filter.ts'
import { isObject, Json } from '../../../data/model/shared/json.ts'
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
/** The side of the related entities by their role, as in `Parent('R').id==n`. */
const side = wireEnum(['Parent', 'Child']).transform((role) =>
  role === 'Parent' ? ('parents' as const) : ('children' as const),
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

/** The other end is given by the `role` and `id` of the related entity, or by `parent_id` or `child_id`. */
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
  comparing('DefinitionName', { name: z.string() }, definitionField),
  comparing('DefinitionId', { id: entityId }, definitionField),
  comparing('Identifier', { identifier: z.string() }, systemField('identifier')),
  comparing('IdIn', { ids: z.array(entityId) }, systemField('id')),
  comparing('FullText', { value: searchedText }, fullTextField),
  comparing('CreatedBy', { user_id: entityId }, userField('created_by', true)),
  comparing('ModifiedBy', { user_id: entityId }, userField('modified_by', true)),
  // LOCK and UNLOCK are no longer supported (interface 9.2)
  constant('Locked', nothing, { user_id: entityId.nullish() }),
  constant('LockedBy', nothing, { user_id: entityId.nullish() }),
  constant('PathRoot', { kind: 'root', of: 'path' }),
  constant('RootTaxonomyItem', { kind: 'root', of: 'taxonomy' }),
  // a sandbox has no saved selections
  constant('Selection', nothing, { id: entityId.nullish() }),
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

/** A type with one member, whose value or values a field is compared with. */
function comparing(type: string, member: Readonly<Record<string, z.ZodType<Json>>>, field: Field) {
  return z
    .object({ type: z.literal(type), ...member })
    .transform(({ type: _, ...given }) => condition(field, 'Equals', Object.values<Json>(given).flat()))
}

/** A type that means the same filter whatever its members are. */
function constant(type: string, filter: Filter, members: z.ZodRawShape = {}) {
  return z.object({ type: z.literal(type), ...members }).transform(() => filter)
}
