import { renditionLinks } from '../../api/entities/entity-reply.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { entitiesWithIds } from '../../../data/model/entities/references.ts'
import { isValidLink, publicLinkDefinition, publicPathOf } from '../../../data/model/files/public-links.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import type { JsonObject, Json } from '../../../data/model/shared/json.ts'
import type { Execution } from './execution.ts'
import { GraphQLString, type GraphQLScalarType } from 'graphql'
import { compileDefinition, type RelationEnd } from '../../../data/model/definitions/compiled-definition.ts'
import type { EntityDefinition, PropertyMember } from '../../../data/model/definitions/definition.ts'
import { titleOf, titlesOf } from '../../../data/model/entities/title.ts'
import { valueOf } from '../../../data/model/files/renditions.ts'
import { propertyField, systemField, userField, type Field } from '../../../data/model/query/fields.ts'
import type { SortKey, SystemField } from '../../../data/model/query/filter.ts'
import { typeOfProperty } from '../../../data/model/query/values.ts'
import { fieldName, Scope } from './graphql-names.ts'
import { DateTimeScalar, JsonScalar, scalarOf } from './scalars.ts'

/**
 * The addresses of an entity's files, none of which needs a token: those of its valid public links by their `RelativeUrl`,
 * then those of its renditions by name.
 */
export function urlsOf(entity: Entity, execution: Execution): JsonObject {
  return entity.definition === publicLinkDefinition
    ? {}
    : execution.once(entity, () => urls(entity, execution))
}

function urls(entity: Entity, { data, links, now }: Execution): JsonObject {
  const publicLinks = entitiesWithIds(data, relatedIds(entity, 'AssetToPublicLink', 'children')).flatMap(
    (link) => {
      const path = isValidLink(link, now) ? publicPathOf(link) : undefined
      const { RelativeUrl, Resource = null } = link.properties

      return path === undefined || typeof RelativeUrl !== 'string'
        ? []
        : [[RelativeUrl, { url: links.to(path).href, resource: Resource }]]
    },
  )
  const renditions = Object.entries(renditionLinks(data, links, entity)).map(([name, [link]]) => [
    name,
    { url: link?.href ?? null, resource: name },
  ])

  return Object.fromEntries([...publicLinks, ...renditions])
}

/** A field with a value: a property, or what every entity has. */
export interface ValueField {
  readonly name: string
  readonly description: string | undefined
  readonly type: GraphQLScalarType
  readonly isList?: boolean
  /** Whether it always has a value. */
  readonly isPresent?: boolean
  readonly read: (entity: Entity, execution: Execution) => Json
  /** What `where` compares, and the type of its values; undefined if it can't be compared. */
  readonly compared?: { readonly type: GraphQLScalarType; readonly field: Field }
  /** What `orderBy` sorts by; undefined if it can't sort by this field. */
  readonly sorted?: SortKey['by']
}

/** A field with the related entities of an end, or with the only one that it may have. */
export interface RelationField {
  readonly name: string
  readonly description: string | undefined
  /** Name of the definition at the other end. */
  readonly target: string
  /** Undefined in a taxonomy without a hierarchy, where it is empty. */
  readonly end: RelationEnd | undefined
  /** Whether it is an entity instead of a list. */
  readonly isOne: boolean
}

export type EntityFields = ReturnType<typeof fieldsOf>

/**
 * The fields of a definition's type: those of every entity, then the members in the order of the definition. Of fields with
 * the same name, the first one has it.
 */
export function fieldsOf(definition: EntityDefinition) {
  const { properties, relations } = compileDefinition(definition)
  const ownFields = Array.from(properties.values(), fieldOfProperty)
  const ownNames = new Set(ownFields.map(({ name }) => name))
  const scope = new Scope()
  const named = <F extends { readonly name: string }>(field: F): F => ({
    ...field,
    name: scope.take(field.name),
  })

  return {
    values: [
      ...systemFields,
      ...ownFields,
      ...additionalFields(definition).filter(({ name }) => !ownNames.has(name)),
    ].map(named),
    relations: [
      ...Array.from(relations.values()).flatMap((ends) =>
        ends.map((end) => relationField(end, ends.length > 1)),
      ),
      ...(definition.is_taxonomy_item_definition ? hierarchyFields(definition) : []),
    ].map(named),
  }
}

const systemFields: readonly ValueField[] = [
  {
    name: 'id',
    description: 'The identifier.',
    type: GraphQLString,
    isPresent: true,
    read: ({ identifier }) => identifier,
    ...comparedSystemField('identifier', GraphQLString),
  },
  ...(['created', 'modified'] as const).flatMap((done): ValueField[] => [
    {
      name: `${done}On`,
      description: undefined,
      type: DateTimeScalar,
      isPresent: true,
      read: (entity) => entity[`${done}On`],
      ...comparedSystemField(`${done}_on`, DateTimeScalar),
    },
    {
      name: `${done}By`,
      description: 'The name of the user.',
      type: GraphQLString,
      read: (entity, { data }) => data.entities.get(entity[`${done}By`])?.properties.Username ?? null,
      compared: { type: GraphQLString, field: userField(`${done}_by`, true) },
    },
  ]),
  {
    name: 'urls',
    description: 'The addresses of its public links and renditions, by name.',
    type: JsonScalar,
    read: urlsOf,
  },
]

function comparedSystemField(
  field: SystemField,
  type: GraphQLScalarType,
): Pick<ValueField, 'compared' | 'sorted'> {
  return {
    compared: { type, field: systemField(field) },
    sorted: { system: field },
  }
}

function fieldOfProperty(property: PropertyMember): ValueField {
  const { name, labels, is_multilanguage, is_multivalue } = property
  const type = scalarOf[property.type]

  return {
    name: fieldName(name),
    description: labels['en-US'],
    type: is_multilanguage ? JsonScalar : type,
    isList: is_multivalue && !is_multilanguage,
    read: (entity, { data }) => valueOf(data, entity, name) ?? (is_multilanguage ? {} : null),
    compared: { type, field: propertyField(name, { type: typeOfProperty[property.type] }) },
    ...(type !== JsonScalar && { sorted: { property: name } }),
  }
}

/** Fields that programs expect in some definitions, whether the definition has such a property or not. */
function additionalFields(definition: EntityDefinition): ValueField[] {
  if (definition.name === publicLinkDefinition) {
    return ['resourceType', 'fileKey'].map((name) => ({
      name,
      description: undefined,
      type: GraphQLString,
      read: () => null,
    }))
  }

  return definition.is_taxonomy_item_definition
    ? [
        {
          name: 'taxonomyName',
          description: 'The title.',
          type: GraphQLString,
          read: (entity, { data }) => titleOf(data, entity),
          sorted: { column: 'title' },
        },
        {
          name: 'taxonomyLabel',
          description: 'The title by culture.',
          type: JsonScalar,
          read: (entity, { data }) => titlesOf(data, entity),
        },
        { name: 'taxonomyDescription', description: undefined, type: JsonScalar, read: () => null },
      ]
    : []
}

function relationField(end: RelationEnd, isSelfRelation: boolean): RelationField {
  const { name, labels, associated_entitydefinition: target } = end.member
  const suffix = end.side === 'parents' ? '_Parents' : '_Children'

  return {
    name: fieldName(name) + (isSelfRelation ? suffix : ''),
    description: labels['en-US'],
    target,
    end,
    isOne: end.isSingle,
  }
}

/** The parent and the children in the taxonomy's own hierarchy. */
function hierarchyFields(definition: EntityDefinition): RelationField[] {
  const ends = compileDefinition(definition).ends.filter(
    ({ member }) =>
      member.is_taxonomy_hierarchy_relation && member.associated_entitydefinition === definition.name,
  )

  return [
    {
      name: 'parent',
      description: 'The parent in the taxonomy.',
      target: definition.name,
      end: ends.find(({ side }) => side === 'parents'),
      isOne: true,
    },
    {
      name: 'children',
      description: 'The children in the taxonomy.',
      target: definition.name,
      end: ends.find(({ side }) => side === 'children'),
      isOne: false,
    },
  ]
}
