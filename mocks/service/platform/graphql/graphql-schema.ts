import { GraphQLID, GraphQLObjectType, GraphQLSchema, GraphQLString, type GraphQLFieldConfig } from 'graphql'
import { findByIdentifier } from '../../../data/model/entities/references.ts'
import { predicateOf } from '../../../data/model/query/matches.ts'
import { resolve } from '../../../data/model/query/defined-names.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { contentTypesOf, EntityTypes, type ContentTypes, type EntityType } from './definition-types.ts'
import type { Execution } from './execution.ts'
import { listFound, type ListArguments } from './lists.ts'
import { fieldName, Scope } from './graphql-names.ts'

interface CachedSchema {
  readonly schema: GraphQLSchema
  /** The content types that it was built for. */
  readonly contentTypes: string
}

/** The schema of each version of the definitions, which never changes. */
const cache = new WeakMap<object, CachedSchema>()

/** The schema that follows from the definitions, and from the content types if there are any. */
export function schemaOf(data: Data): GraphQLSchema {
  const contentTypes = contentTypesOf(data)
  const key = JSON.stringify(contentTypes) ?? ''
  const cached = cache.get(data.definitions)

  if (cached?.contentTypes === key) return cached.schema

  const schema = build(data, contentTypes)

  cache.set(data.definitions, { schema, contentTypes: key })

  return schema
}

function build(data: Data, contentTypes: ContentTypes | undefined): GraphQLSchema {
  const types = new EntityTypes(Array.from(data.definitions.all()), contentTypes)
  const scope = new Scope()
  const fields = types.all.flatMap((type) => [
    [scope.take(fieldName(type.name)), oneField(type)],
    [scope.take(`all${type.name}`), listField(type)],
  ])

  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: Object.fromEntries(fields) }),
    // No field has the type ID, but variables may.
    types: [...types.unnamed, GraphQLID],
    // Tests check that schemas are valid, whatever the definitions are.
    assumeValid: true,
  })
}

type RootField<Arguments> = GraphQLFieldConfig<unknown, Execution, Arguments>

function oneField(type: EntityType): RootField<{ id?: string | null }> {
  return {
    type: type.output,
    description: type.description,
    args: { id: { type: GraphQLString, description: 'The identifier.' } },
    resolve: (_, { id }, execution) =>
      execution.inTurn(() => {
        const { data } = execution
        const entity = id == null ? undefined : findByIdentifier(data, id)
        const hasType = predicateOf(data, resolve(data, type.filter))

        return entity && hasType(entity) ? entity : null
      }),
  }
}

function listField(type: EntityType): RootField<ListArguments> {
  return {
    type: type.list,
    description: type.description,
    args: type.listArguments,
    resolve: (_, args, execution) =>
      execution.inTurn(() => listFound(execution, type.filter, args, type.where)),
  }
}
