import { compileDefinition, propertyMembersOf } from '../../../data/model/definitions/compiled-definition.ts'
import type {
  EntityDefinition,
  PropertyMember,
  RelationMember,
  OptionValue,
} from '../../../data/model/definitions/definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { propertyReader } from '../../../data/model/query/matches.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import type { Labels } from '../../../data/model/shared/json.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { titleOf } from '../../../data/model/entities/title.ts'

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
export function facetFields(data: Data): FacetField[] {
  const definitions = Array.from(data.definitions.all())
  const properties = new Map<string, PropertyMember>()

  for (const member of definitions.flatMap(propertyMembersOf)) {
    if (hasFewValues(member) && !properties.has(member.name)) properties.set(member.name, member)
  }

  return [
    byDefinition(data),
    ...Array.from(properties.values(), (member) => byProperty(data, member)),
    ...definitions
      .filter((definition) => definition.is_taxonomy_item_definition)
      .flatMap((definition) => byTaxonomy(data, definition)),
  ]
}

function hasFewValues({ type, datasource }: PropertyMember): boolean {
  return type === 'Boolean' || (type === 'String' && Boolean(datasource))
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

function byProperty(data: Data, { name, labels, datasource }: PropertyMember): FacetField {
  const options = datasource ? (data.optionLists.get(datasource)?.values ?? []) : []
  const byIdentifier = new Map(options.flatMap((option) => flattened(option)))
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
    parentOf: (value) => byIdentifier.get(value)?.parent,
    labelsOf: (value) => byIdentifier.get(value)?.labels ?? {},
  }
}

function flattened(
  { identifier, labels, values = [] }: OptionValue,
  parent?: string,
): [identifier: string, { parent: string | undefined; labels: Labels }][] {
  return [[identifier, { parent, labels }], ...values.flatMap((value) => flattened(value, identifier))]
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
export function classifyingRelations(definition: EntityDefinition): RelationMember[] {
  return compileDefinition(definition)
    .ends.filter(({ side, member }) => side === 'children' && !member.is_taxonomy_hierarchy_relation)
    .map(({ member }) => member)
}
