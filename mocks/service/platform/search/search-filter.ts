import { z } from 'zod'
import { condition } from '../../../data/model/query/condition.ts'
import {
  propertyField,
  relationField,
  systemField,
  systemFieldNamed,
  taxonomyField,
  type Field,
} from '../../../data/model/query/fields.ts'
import type { Filter } from '../../../data/model/query/filter.ts'
import { definedNamesOf } from '../../../data/model/query/defined-names.ts'
import type { Json, Labels } from '../../../data/model/shared/json.ts'
import { appendTo, computedOnce } from '../../../data/model/shared/maps.ts'
import { withIgnored } from '../../../data/model/shared/ignored-members.ts'
import { shortened, suggestion } from '../../../data/model/shared/suggestion.ts'
import type { CommittedData, Data } from '../../../data/model/data-tables.ts'
import { orEmpty, searchComparison, searchComparisons, wireEnum } from '../query/wire.ts'
import { compileDefinition, propertyMembersOf } from '../../../data/model/definitions/compiled-definition.ts'
import {
  identifiersOf,
  type PropertyMember,
  type EntityDefinition,
  type RelationMember,
  type OptionValue,
} from '../../../data/model/definitions/definition.ts'
import type { AppliedFilter } from './search-result.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { findOption } from '../../../data/model/entities/properties.ts'
import { propertyReader } from '../../../data/model/query/matches.ts'
import { textOf } from '../../../data/model/query/values.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import { titleOf } from '../../../data/model/entities/title.ts'

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

export const SearchFilter = z.object({
  name: z.string().default(''),
  type: wireEnum(filterTypes).default('FieldFilter'),
  operator: searchComparison,
  /** Values, option identifiers, definition names, or ids (numbers or text). */
  values: orEmpty(z.array(value)),
})
export type SearchFilter = z.infer<typeof SearchFilter>
withIgnored(
  SearchFilter,
  // what clients remember of a filter, for its display
  [
    'definition',
    'dynamic',
    'group',
    'group_identifier',
    'hidden',
    'label',
    'multi_select',
    'nested',
    'removeQuery',
    'role',
    'visible',
  ],
  ['nested_values', 'selection_pool_specs'],
)

/** `taxonomy_items.{4021}.*`: items of the taxonomy with this definition; the braces may be absent. */
const taxonomyName = /^taxonomy_?items\.\{?(\d+)\}?(\.\*)?$/i

/** `relations.TagToAsset.parents`: the entities at one end of a relation, or at both. */
const relationName =
  /^relations?\.(?<relation>.+?)(?:\.(?:(?<parents>parents?)|(?<children>child(?:ren)?)))?$/i

const relationAliases: ReadonlyMap<string, string> = new Map([
  ['finallifecyclestatus', 'FinalLifeCycleStatusToAsset'],
])

/** The filter of a search as a query filter; undefined if it is ignored. */
export function searchFilter(data: CommittedData, filter: SearchFilter): Filter | undefined {
  const field = unsupportedTypes.includes(filter.type) ? undefined : fieldOf(data, filter)

  return field && condition(field, searchComparisons[filter.operator], filter.values)
}

/** Why a filter is ignored; undefined if it is not. */
export function reasonIgnored(data: CommittedData, filter: SearchFilter): string | undefined {
  const { name, type, values } = filter

  // existing clients always send some that select nothing
  if (unsupportedTypes.includes(type)) {
    return values.length === 0 ? undefined : `A filter of type ${type} is not supported, and has no effect.`
  }
  if (fieldOf(data, filter)) return undefined
  const names = definedNamesOf(data)
  const known = [...names.properties.keys(), ...names.relations.keys()]

  return `No property or relation is named "${shortened(name)}". ${suggestion(name, known)}`.trimEnd()
}

const unsupportedTypes: readonly SearchFilter['type'][] = ['Nested', 'SelectionPoolFilter']

function fieldOf(data: CommittedData, { name, type }: SearchFilter): Field | undefined {
  const [, taxonomyId] = taxonomyName.exec(name) ?? []

  if (taxonomyId !== undefined) return byIdentifier(data, taxonomyField(isClassified(data, taxonomyId)))

  const names = definedNamesOf(data)
  const [member = '', culture] = name.split('#')
  const system = systemFieldNamed(type === 'IdFilter' ? member || 'id' : member)

  if (system) return systemField(system)
  const property = names.properties.keyOf(member)

  if (property !== undefined) return withOptionsBelow(data, property, propertyField(property, { culture }))
  const path = relationName.exec(member)?.groups
  const relation = names.relations.keyOf(
    relationAliases.get(member.toLowerCase()) ?? path?.relation ?? member,
  )
  const side = path?.parents ? 'parents' : path?.children ? 'children' : undefined

  return relation === undefined ? undefined : byIdentifier(data, relationField(relation, side))
}

/** An option is found with those below it, as facets count them. */
function withOptionsBelow(data: CommittedData, name: string, field: Field): Field {
  const options = optionsOf(data, propertiesByName(data.definitions).get(name)?.find(hasFewValues))
  const below = (value: Json) => identifiersOf(findOption(options, textOf(value))?.values ?? [])

  return {
    ...field,
    is: (by, values) => field.is(by, by === 'Equals' ? [...values, ...values.flatMap(below)] : values),
  }
}

/** Related to any item of the taxonomy with this definition. */
function isClassified(data: CommittedData, definitionId: string): Filter {
  const definition = data.definitions.find('id', definitionId)
  const relations = definition ? classifyingRelations(definition) : []

  return { kind: 'or', filters: relations.map(({ name }) => relationField(name, 'parents').exists) }
}

/** A field of entities that are given by id or identifier; lifecycle states also by the last part of their identifier. */
function byIdentifier(data: CommittedData, field: Field): Field {
  const idOf = (text: string): number => {
    if (/^\d+$/.test(text)) return Number(text)

    const [found] = [text, `M.Final.LifeCycle.Status.${text}`].flatMap(
      (identifier) => data.entities.find('identifier', identifier) ?? [],
    )

    return found?.id ?? 0
  }

  return { ...field, is: (operator, values) => field.is(operator, values.map(String).map(idOf)) }
}

/** A filter as responses contain it: with labels, and the query for a search without it. */
export function appliedFilter(
  data: CommittedData,
  fields: readonly FacetField[],
  filter: SearchFilter,
  removeQuery: string,
): AppliedFilter {
  const { name, operator, values } = filter
  const field = fields.find((each) => each.name.toLowerCase() === name.toLowerCase())
  const member = propertiesByName(data.definitions).get(name.split('#')[0] ?? '')?.[0]
  const labels = field?.labels ?? member?.labels ?? {}

  return {
    name,
    label: Object.values(labels)[0] ?? name,
    type:
      member?.type.toLowerCase() ?? (filter.type === 'FieldFilter' ? 'string' : filter.type.toLowerCase()),
    values: values.map((value) => ({
      value: String(value),
      label: Object.values(field?.labelsOf(String(value)) ?? {})[0] ?? String(value),
    })),
    nested_values: [],
    definition: null,
    operator,
    removeQuery,
    dynamic: filter.type === 'DynamicFilter',
    nested: false,
    group: null,
    visible: true,
    multi_select: values.length > 1,
  }
}

/** The properties of all definitions, by name. */
const propertiesByName = computedOnce((definitions: CommittedData['definitions']) => {
  const byName = new Map<string, PropertyMember[]>()

  for (const definition of definitions.all()) {
    for (const member of propertyMembersOf(definition)) appendTo(byName, member.name, member)
  }

  return byName
})

function hasFewValues({ type, datasource }: PropertyMember): boolean {
  return type === 'Boolean' || (type === 'String' && Boolean(datasource))
}

function optionsOf(data: Data, member: PropertyMember | undefined): readonly OptionValue[] {
  return (member?.datasource && data.optionLists.get(member.datasource)?.values) || []
}

/** A field by which hits are counted. Its values may form a tree. */
export interface FacetField {
  /** Name of the filter that narrows a search to one of the values. */
  readonly name: string
  readonly labels: Labels
  readonly type: 'FieldFilter' | 'InFilter'
  /** Whether entities of the definition can have values. */
  isOf(definition: EntityDefinition): boolean
  valuesOf(entity: Entity): readonly string[]
  parentOf(value: string): string | undefined
  labelsOf(value: string): Labels
}

/** All fields by which hits are counted: the definition, properties with options, booleans, and taxonomies. */
export function facetFields(data: CommittedData): FacetField[] {
  return [
    byDefinition(data),
    ...Array.from(propertiesByName(data.definitions).values())
      .flatMap((members) => members.find(hasFewValues) ?? [])
      .map((member) => byProperty(data, member)),
    ...Array.from(data.definitions.all())
      .filter((definition) => definition.is_taxonomy_item_definition)
      .flatMap((definition) => byTaxonomy(data, definition)),
  ]
}

function byDefinition(data: Data): FacetField {
  return {
    name: 'definition',
    labels: {},
    type: 'FieldFilter',
    isOf: () => true,
    valuesOf: ({ definition }) => [definition],
    parentOf: () => undefined,
    labelsOf: (name) => data.definitions.get(name)?.labels ?? {},
  }
}

function byProperty(data: Data, member: PropertyMember): FacetField {
  const { name, labels } = member
  const options = optionsOf(data, member)
  const parents = new Map(parentsIn(options))
  const read = propertyReader(data, name)

  return {
    name,
    labels,
    type: 'FieldFilter',
    isOf: (definition) => compileDefinition(definition).properties.has(name),
    valuesOf: (entity) =>
      read(entity)
        .filter((value) => typeof value === 'string' || typeof value === 'boolean')
        .map(String),
    parentOf: (value) => parents.get(value),
    labelsOf: (value) => findOption(options, value)?.labels ?? {},
  }
}

function parentsIn(options: readonly OptionValue[]): [option: string, parent: string][] {
  return options.flatMap(({ identifier: parent, values = [] }) => [
    ...values.map(({ identifier }): [string, string] => [identifier, parent]),
    ...parentsIn(values),
  ])
}

/** The items of a taxonomy, each counted with its descendants. */
function byTaxonomy(data: Data, definition: EntityDefinition): FacetField[] {
  const classifying = classifyingRelations(definition)
  const hierarchies = compileDefinition(definition).ends.filter(
    ({ side, member }) => side === 'parents' && member.is_taxonomy_hierarchy_relation,
  )
  const parentId = (id: number) => {
    const item = data.entities.get(id)

    return item && hierarchies.flatMap(({ member }) => relatedIds(item, member.name, 'parents'))[0]
  }

  if (classifying.length === 0) return []

  return [
    {
      name: `taxonomy_items.{${definition.id}}.*`,
      labels: definition.labels,
      type: 'InFilter',
      isOf: (classified) => classifying.some(({ name }) => compileDefinition(classified).relations.has(name)),
      valuesOf: (entity) =>
        classifying.flatMap(({ name }) => relatedIds(entity, name, 'parents')).map(String),
      parentOf: (value) => parentId(Number(value))?.toString(),
      labelsOf: (value) => {
        const item = data.entities.get(Number(value))

        return item ? { 'en-US': titleOf(data, item) } : {}
      },
    },
  ]
}

/** The relations of a taxonomy's items to the entities that they classify. */
function classifyingRelations(definition: EntityDefinition): RelationMember[] {
  return compileDefinition(definition)
    .ends.filter(({ side, member }) => side === 'children' && !member.is_taxonomy_hierarchy_relation)
    .map(({ member }) => member)
}
