import { compileDefinition } from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { entitiesOf } from '../../../data/model/entities/references.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import {
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfigArgumentMap,
} from 'graphql'
import type { EntityDefinition } from '../../../data/model/definitions/definition.ts'
import { condition } from '../../../data/model/query/condition.ts'
import { definitionField, relationField as relatedTo } from '../../../data/model/query/fields.ts'
import type { Filter } from '../../../data/model/query/filter.ts'
import { fieldsOf, type RelationField, type ValueField } from './entity-fields.ts'
import type { Execution } from './execution.ts'
import {
  listArguments,
  listType,
  listRelated,
  type FieldConfig,
  type FieldMap,
  type ListArguments,
} from './lists.ts'
import { allowedName, fieldName, Scope } from './graphql-names.ts'
import { reservedNames } from './scalars.ts'
import { Where } from './where.ts'

const contentDefinition = 'M.Content'
const contentTypeDefinition = 'M.ContentType'

export type ContentTypes = NonNullable<ReturnType<typeof contentTypesOf>>

/**
 * The content types of a sandbox, and the definition whose entities have them; undefined if it has no content with types.
 * They are entities of `M.ContentType`, and the parents in the relation.
 */
export function contentTypesOf(data: Data) {
  const definition = data.definitions.get(contentDefinition)
  const end =
    definition &&
    compileDefinition(definition).ends.find(
      ({ side, member }) =>
        side === 'parents' && member.associated_entitydefinition === contentTypeDefinition,
    )

  if (!end) return undefined

  const entities = entitiesOf(data, contentTypeDefinition)

  return {
    definition: contentDefinition,
    relation: end.member.name,
    /** Each with the last part of its identifier: `Blog` of `M.ContentType.Blog`. */
    types: entities.map(({ id, identifier }) => ({ id, name: identifier.split('.').at(-1) || identifier })),
  }
}

/** The id of an entity's content type. */
export function contentTypeOf(entity: Entity, { relation }: ContentTypes): number | undefined {
  return relatedIds(entity, relation, 'parents')[0]
}

/** The types of a definition, or of one of its content types. */
export interface EntityType {
  readonly name: string
  readonly description: string | undefined
  readonly output: GraphQLObjectType | GraphQLInterfaceType
  readonly list: GraphQLObjectType
  readonly where: Where
  readonly listArguments: GraphQLFieldConfigArgumentMap
  /** The type of conditions on related entities of this type. */
  readonly reference: GraphQLInputObjectType
  /** Which entities have the type. */
  readonly filter: Filter
}

/** What the types of a definition and of its content types have in common. */
interface CommonParts extends Pick<EntityType, 'where' | 'listArguments' | 'reference' | 'description'> {
  readonly definition: string
  readonly name: string
  readonly fields: () => FieldMap
}

/** Builds the types of all definitions. Names of definitions come first; names that follow from them give way. */
export class EntityTypes {
  readonly #names = new Scope(reservedNames)
  readonly #byDefinition = new Map<string, EntityType>()
  readonly #ofContent: EntityType[] = []
  /** The types that no field of another type names. */
  readonly unnamed: GraphQLObjectType[] = []

  constructor(definitions: readonly EntityDefinition[], contentTypes: ContentTypes | undefined) {
    const names = definitions.map(({ name }) => this.#names.take(allowedName(name)))

    for (const [index, definition] of definitions.entries()) {
      const parts = this.#partsOf(definition, names[index] ?? definition.name)
      const type =
        contentTypes?.definition === definition.name
          ? this.#withContentTypes(parts, contentTypes)
          : this.#typeOf(parts, new GraphQLObjectType<Entity, Execution>(parts))

      this.#byDefinition.set(definition.name, type)
    }
  }

  /** The types of definitions, then those of content types. */
  get all(): EntityType[] {
    return [...this.#byDefinition.values(), ...this.#ofContent]
  }

  #partsOf(definition: EntityDefinition, name: string): CommonParts {
    const fields = fieldsOf(definition)
    const description = definition.labels['en-US']
    const targetOf = ({ target }: RelationField) => this.#byDefinition.get(target)
    const where = new Where(this.#names.take(`${name}Filter`), fields, (field) => targetOf(field)?.reference)

    return {
      definition: definition.name,
      name,
      description,
      fields: () => ({
        ...Object.fromEntries(fields.values.map((field) => [field.name, valueField(field)])),
        ...Object.fromEntries(
          fields.relations.flatMap((field) => {
            const target = targetOf(field)

            return target ? [[field.name, relationField(field, target)]] : []
          }),
        ),
      }),
      where,
      listArguments: listArguments(this.#names.take(`${name}OrderBy`), fields.values, where),
      reference: referenceType(this.#names.take(`${name}Reference`), name),
    }
  }

  #typeOf(
    { definition, ...parts }: CommonParts,
    output: EntityType['output'],
    only?: { readonly relation: string; readonly id: number },
  ): EntityType {
    const isOfDefinition = condition(definitionField, 'Equals', [definition])

    return {
      ...parts,
      name: output.name,
      output,
      list: listType(this.#names.take(`${output.name}List`), output),
      filter: only
        ? {
            kind: 'and',
            filters: [isOfDefinition, condition(relatedTo(only.relation, 'parents'), 'Equals', [only.id])],
          }
        : isOfDefinition,
    }
  }

  /** An interface, and a type for each content type and for content without one. */
  #withContentTypes(parts: CommonParts, contentTypes: ContentTypes): EntityType {
    const names = new Map(
      contentTypes.types.map(({ id, name }) => [id, this.#names.take(allowedName(`${parts.name}_${name}`))]),
    )
    const untyped = this.#names.take(`${parts.name}_Untyped`)
    const output = new GraphQLInterfaceType({
      name: parts.name,
      description: parts.description,
      fields: parts.fields,
      resolveType: (entity: Entity) => names.get(contentTypeOf(entity, contentTypes) ?? 0) ?? untyped,
    })
    const implementing = (name: string) =>
      new GraphQLObjectType<Entity, Execution>({ ...parts, name, interfaces: [output] })

    for (const [id, name] of names) {
      this.#ofContent.push(this.#typeOf(parts, implementing(name), { relation: contentTypes.relation, id }))
    }
    this.unnamed.push(implementing(untyped))

    return this.#typeOf(parts, output)
  }
}

/** The type of a condition on related entities of a definition: `{ m_Brand_ids: [...] }`. */
function referenceType(name: string, target: string): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name,
    fields: {
      [`${fieldName(target)}_ids`]: {
        type: new GraphQLList(GraphQLString),
        description: 'Related to one of the entities with these identifiers.',
      },
    },
  })
}

function valueField({ description, type, isList, isPresent, read }: ValueField): FieldConfig {
  const output = isList ? new GraphQLList(type) : type

  return {
    type: isPresent ? new GraphQLNonNull(output) : output,
    description,
    resolve: (entity, _, execution) => read(entity, execution),
  }
}

function relationField({ description, end, isOne }: RelationField, target: EntityType): FieldConfig {
  if (isOne) {
    return {
      type: target.output,
      description,
      resolve: (entity, _, { data }) => {
        const [id] = end ? relatedIds(entity, end.member.name, end.side) : []

        return id === undefined ? null : data.entities.get(id)
      },
    }
  }

  return {
    type: target.list,
    description,
    args: target.listArguments,
    resolve: (entity, args: ListArguments, execution, { fieldNodes }) =>
      execution.inTurn(() =>
        listRelated(execution, entity, end, { args, where: target.where, field: fieldNodes }),
      ),
  }
}
