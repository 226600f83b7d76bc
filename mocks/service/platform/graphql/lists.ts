import {
  GraphQLError,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type FieldNode,
  type GraphQLEnumValueConfigMap,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInterfaceType,
  type GraphQLResolveInfo,
} from 'graphql'
import { z } from 'zod'
import { fromBase64, toBase64 } from '../../../data/model/shared/bytes.ts'
import {
  comparePositions,
  positionOf,
  type Position,
  prepareQuery,
  queryEntities,
  queryOf,
} from '../../../data/model/query/query.ts'
import { Json } from '../../../data/model/shared/json.ts'
import { opposite, type RelationEnd } from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { entitiesWithIds } from '../../../data/model/entities/references.ts'
import { condition } from '../../../data/model/query/condition.ts'
import { relationField } from '../../../data/model/query/fields.ts'
import type { Filter, SortKey } from '../../../data/model/query/filter.ts'
import { predicateOf } from '../../../data/model/query/matches.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import type { Execution } from './execution.ts'
import { pageSizes } from './limits.ts'
import { listOf, type Where } from './where.ts'
import type { ValueField } from './entity-fields.ts'
import { Scope } from './graphql-names.ts'

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

const Cursor = z.tuple([z.int()], Json)

/** The cursor of a position in a list: an entity's id and its values of the sort keys, encoded. */
export function cursorOf({ id, values }: Position): string {
  return toBase64(new TextEncoder().encode(JSON.stringify([id, ...values])))
}

/**
 * @param keys the number of sort keys
 * @throws {GraphQLError} for a text that is not a cursor of a list with as many sort keys
 */
export function readCursor(cursor: string, keys: number): Position {
  const [id, ...values] = decoded(cursor) ?? []

  if (id === undefined || values.length !== keys) {
    throw new GraphQLError(
      `Expected the "endCursor" of a page of the same list and order in "after", not "${cursor.slice(0, 60)}".`,
    )
  }

  return { id, values }
}

function decoded(cursor: string): z.infer<typeof Cursor> | undefined {
  try {
    return Cursor.parse(JSON.parse(new TextDecoder().decode(fromBase64(cursor))))
  } catch {
    // Any text that is not a cursor fails in one of these steps.
    return undefined
  }
}

export interface ListArguments {
  readonly first?: number | null
  readonly after?: string | null
  readonly where?: object | null
  readonly orderBy?: SortKey | readonly SortKey[] | null
}

/** The source of a list type's fields. */
interface List {
  readonly total: number
  readonly pageInfo: { readonly hasNext: boolean; readonly endCursor: () => string | null }
  readonly results: (...by: [unknown, Execution, GraphQLResolveInfo]) => Iterable<Entity | Promise<Entity>>
}

/** Up to this many related entities are filtered and sorted one by one; of more, the query engine finds a page. */
const maxScanned = 1000

/** A page of the entities that a filter and the arguments select. */
export function listFound(
  execution: Execution,
  base: Filter,
  args: ListArguments,
  where: Where,
): List | Promise<List> {
  const { data } = execution
  const { filter, sort } = selectionOf(execution, args, where)
  const query = { filter: { kind: 'and', filters: [base, filter] } as const, sort }
  const { first, after } = requestedPage(args, sort.length)
  const find = (): List => {
    execution.check()
    const { entities, total } = queryEntities(data, { ...query, skip: 0, take: first + 1, after })

    return pageOf(execution, first, total, entities, (entity) => positionOf(data, sort, entity))
  }

  return prepareQuery(data, query.filter, sort)?.then(find) ?? find()
}

/** A page of the related entities, in their own order unless the arguments have one. */
export function listRelated(
  execution: Execution,
  entity: Entity,
  end: RelationEnd | undefined,
  related: { readonly args: ListArguments; readonly where: Where; readonly field: readonly FieldNode[] },
): List | Promise<List> {
  const { data } = execution
  const { args, where, field } = related
  const ids = end ? relatedIds(entity, end.member.name, end.side) : []

  if (!end || (args.where == null && args.orderBy == null)) return inOwnOrder(execution, ids, args)
  if (ids.length > maxScanned) {
    const isRelated = condition(relationField(end.member.name, opposite(end.side)), 'Equals', [entity.id])

    return listFound(execution, isRelated, args, where)
  }

  // A field's arguments are the same for all entities that have it.
  const { matches, sort } = execution.once(field, () => {
    const plain = queryOf(data, selectionOf(execution, args, where))

    return { matches: predicateOf(data, plain.filter), sort: plain.sort }
  })
  const found = entitiesWithIds(data, ids).filter(matches)

  return sort.length > 0
    ? inSortOrder(execution, found, sort, args)
    : inOwnOrder(
        execution,
        found.map(({ id }) => id),
        args,
      )
}

/** A cursor has the index of its entity too, for the case that the entity has been removed from the list meanwhile. */
function inOwnOrder(execution: Execution, ids: readonly number[], args: ListArguments): List {
  const { first, after } = requestedPage(args, 1)
  const index = after ? ids.indexOf(after.id) : -1
  const start = after && index === -1 ? Number(after.values[0]) : index + 1
  const rest = entitiesWithIds(execution.data, ids.slice(start, start + first + 1))

  return pageOf(execution, first, ids.length, rest, ({ id }) => ({ id, values: [ids.indexOf(id)] }))
}

function inSortOrder(
  execution: Execution,
  found: readonly Entity[],
  sort: readonly SortKey[],
  args: ListArguments,
): List {
  const { data } = execution
  const { first, after } = requestedPage(args, sort.length)
  const rest = found
    .map((entity) => positionOf(data, sort, entity))
    .filter((position) => !after || comparePositions(sort, position, after) > 0)
    .sort((a, b) => comparePositions(sort, a, b))
    .map(({ id }) => id)

  return pageOf(execution, first, found.length, entitiesWithIds(data, rest), (entity) =>
    positionOf(data, sort, entity),
  )
}

/**
 * @param total the number of entities on all pages
 * @param rest the entities of this page and those after it, of which one suffices
 */
function pageOf(
  execution: Execution,
  first: number,
  total: number,
  rest: readonly Entity[],
  position: (entity: Entity) => Position,
): List {
  const page = rest.slice(0, first)
  const last = page.at(-1)

  return {
    total,
    // Without a cursor there is no way to a next page.
    pageInfo: {
      hasNext: rest.length > page.length && last !== undefined,
      endCursor: () => (last ? cursorOf(position(last)) : null),
    },
    results: (_, __, info) => execution.paced(page, info),
  }
}

function selectionOf({ data }: Execution, { where: given, orderBy }: ListArguments, where: Where) {
  return {
    filter: given == null ? ({ kind: 'all' } as const) : where.filterOf(data, given),
    // The type of the argument has converted each name to its sort key.
    sort: orderBy == null ? [] : (listOf(orderBy).filter((key) => key !== null) as SortKey[]),
  }
}

/** The page that the arguments name, in an order with some number of sort keys. */
function requestedPage({ first: given, after }: ListArguments, keys: number) {
  const { maxFirst } = pageSizes
  const first = given ?? pageSizes.first

  if (first < 0 || first > maxFirst) {
    throw new GraphQLError(
      `Expected "first" from 0 to ${maxFirst}, not ${first}: page with "after" for more.`,
    )
  }

  return { first, after: after == null ? undefined : readCursor(after, keys) }
}
