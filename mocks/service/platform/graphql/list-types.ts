import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLEnumValueConfigMap,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInterfaceType,
} from 'graphql'
import type { Entity } from '../../../data/model/entities/entity.ts'
import type { SortKey } from '../../../data/model/query/filter.ts'
import type { ValueField } from './entity-fields.ts'
import type { Execution } from './execution.ts'
import { pageSizes } from './limits.ts'
import { Scope } from './graphql-names.ts'
import type { Where } from './where.ts'

export type FieldMap = GraphQLFieldConfigMap<Entity, Execution>
export type FieldConfig = GraphQLFieldConfig<Entity, Execution>

const PageInfo = new GraphQLObjectType({
  name: 'PageInfo',
  fields: {
    hasNext: { type: new GraphQLNonNull(GraphQLBoolean), description: 'Whether there is another page.' },
    endCursor: { type: GraphQLString, description: 'What "after" takes for the next page.' },
  },
})

/** The type of a page of entities. */
export function listType(name: string, output: GraphQLObjectType | GraphQLInterfaceType): GraphQLObjectType {
  return new GraphQLObjectType({
    name,
    // Fields of a definition may lead back to itself, so they are not complete yet.
    fields: () => ({
      total: { type: new GraphQLNonNull(GraphQLInt), description: 'The number of entities on all pages.' },
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
      results: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(output))) },
    }),
  })
}

/** The arguments of a list, with the type of its order: `TITLE_ASC` and `TITLE_DESC` for the field `title`. */
export function listArguments(
  orderName: string,
  values: readonly ValueField[],
  where: Where,
): GraphQLFieldConfigArgumentMap {
  return {
    first: {
      type: GraphQLInt,
      description: `The number of entities; ${pageSizes.first} if omitted, at most ${pageSizes.maxFirst}.`,
    },
    after: { type: GraphQLString, description: 'The "endCursor" of the page before.' },
    where: { type: where.type },
    orderBy: { type: new GraphQLList(orderType(orderName, values)) },
  }
}

function orderType(name: string, fields: readonly ValueField[]): GraphQLEnumType {
  const scope = new Scope()
  const values: GraphQLEnumValueConfigMap = {}

  for (const { name: field, sorted } of fields) {
    if (!sorted) continue
    const valueName = scope.take(field.toUpperCase())

    for (const descending of [false, true]) {
      const key: SortKey = { by: sorted, descending }

      values[`${valueName}_${descending ? 'DESC' : 'ASC'}`] = { value: key }
    }
  }

  return new GraphQLEnumType({ name, values })
}
