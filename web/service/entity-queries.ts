import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../mocks/client/client.ts'
import type {
  Entity,
  EntityDefinition,
  Link,
  OptionList,
  CopyOptionsInput,
  CopyPlan,
} from '../../mocks/client/operations.ts'
import type { JsonObject } from '../lib/parse-json.ts'
import { nameInLink } from '../lib/page-addresses.ts'
import { ranked } from '../lib/rank.ts'
import { ofWords, quoted } from '../lib/query-text.ts'
import { client, getQuery, queryClient, sendOrThrow } from './service-client.ts'
import type { PropertyMethod, RelationMethod } from '../../mocks/data/model/copy/copy-options.ts'

export interface EntityFilter {
  /** An expression in the query language of the service. */
  readonly query?: string | undefined
  readonly definition?: string | undefined
  readonly sort?: string | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

/** Entities per page of the list. */
export const pageSize = 100

/** Marks queries whose result stays as it is while others change the sandbox, until the user asks for the changes. */
const calm = { meta: { isCalm: true } }

/** A page of a list, with the members that its columns show. */
export function entityPageQuery(filter: EntityFilter, page: number, members: readonly string[] = []) {
  const query = { ...filter, members: members.join(',') || undefined, skip: page * pageSize, take: pageSize }

  return { ...getQuery('/__sandbox/rows', { query }), ...calm }
}

/** The number of entities that match an expression, by definition. */
export function entityCountsQuery(query: string | undefined) {
  return { ...getQuery('/__sandbox/rows', { query: { query, take: 0, facets: 'definition' } }), ...calm }
}

/** All entities that match a filter. */
export async function everyEntity(filter: EntityFilter): Promise<ListedEntity[]> {
  const entities: ListedEntity[] = []
  let total = 1

  while (entities.length < total) {
    const query = { ...filter, skip: entities.length, take: 1000 }
    const { data } = await client.GET('/__sandbox/rows', { query })

    entities.push(...data.items)
    total = data.items.length === 0 ? 0 : data.total_items
  }

  return entities
}

/** How many ids a request names at most, since its address has to be short. */
const maxIds = 500

const ofIds = (ids: readonly number[]) => ids.map((id) => `Id==${id}`).join(' OR ')

/** Entities as GET returns them, with the values of every culture. */
export async function exportedEntities(ids: readonly number[]): Promise<object[]> {
  const entities: object[] = []

  for (let start = 0; start < ids.length; start += maxIds) {
    const query = { query: ofIds(ids.slice(start, start + maxIds)), take: maxIds }

    entities.push(...(await client.GET('/__sandbox/entities', { query })).data.items)
  }

  return entities
}

/** The list items of these entities, by id; of at most 500, which is what one request returns. */
export function listedEntitiesQuery(ids: readonly number[]) {
  const listedIds = [...new Set(ids)].slice(0, maxIds)

  return queryOptions({
    queryKey: ['entities', 'listed', listedIds],
    enabled: listedIds.length > 0,
    queryFn: async ({ signal }) => {
      const query = { query: ofIds(listedIds), take: listedIds.length }
      const { data } = await client.GET('/__sandbox/rows', { query, signal })

      return new Map(data.items.map((item) => [item.id, item]))
    },
  })
}

/** Entities that match what was typed, the best match first. */
export function entitySuggestionsQuery(typed: string, definition?: string) {
  const list = async (query: string, signal: AbortSignal) =>
    (await client.GET('/__sandbox/rows', { query: { query, definition, take: 50 }, signal })).data.items
  const contains = `contains ${quoted(typed)}`

  return queryOptions({
    queryKey: ['entities', 'suggestions', typed, definition],
    queryFn: async ({ signal }): Promise<readonly ListedEntity[]> => {
      // Results are ordered by id, so a match in a title might not be among the first 50.
      const [titleMatches, matches] = await Promise.all([
        typed === '' ? [] : list(`String('Title') ${contains}`, signal),
        list(typed === '' ? '' : `${ofWords(typed)} OR Identifier ${contains}`, signal),
      ])
      const distinct = new Map([...titleMatches, ...matches].map((item) => [item.id, item]))

      return ranked(typed, [...distinct.values()], (item) => item).slice(0, 12)
    },
  })
}

/**
 * An entity with all its cultures and its relations in full, its definition, and the response to a GET as an application
 * receives it. The ETag is that of this earlier response, so a save with it never overwrites a version that is newer than
 * the entity.
 */
export function wholeEntityQuery(id: number) {
  return queryOptions({
    queryKey: ['entities', 'whole', id],
    queryFn: async ({ signal }) => {
      const response = await sendOrThrow({ method: 'GET', path: `/api/entities/${id}`, signal })
      const { cultures, relations, entitydefinition } = JSON.parse(response.text) as Entity // by the contract
      const query = { cultures: cultures.join(','), nestedRelations: Object.keys(relations).join(',') }
      const [whole, definition] = await Promise.all([
        client.GET('/api/entities/{id}', { path: { id }, query, signal }),
        queryClient.fetchQuery(definitionQuery(nameInLink(entitydefinition.href))),
      ])

      return { entity: whole.data, definition, response, etag: response.headers.get('ETag') }
    },
  })
}

/** A definition. Its request is not cancelled with the component that asked for it first: an entity may wait for it. */
export function definitionQuery(name: string) {
  const path = '/api/entitydefinitions/{name}'
  const request = { path: { name } }

  return queryOptions({
    ...getQuery(path, request),
    queryFn: async () => (await client.GET(path, request)).data,
  })
}

/** Deletes entities in one change; those that no longer exist are not counted. */
export async function deleteEntities(ids: readonly number[]): Promise<number> {
  return (await client.POST('/__sandbox/entities/delete', { body: { ids } })).data.count
}

/**
 * Sets properties of entities in one change; those that no longer exist are not counted. Without If-Match: what else others
 * have changed of them stays, and Undo restores all.
 */
export async function changeEntities(ids: readonly number[], properties: JsonObject): Promise<number> {
  return (await client.POST('/__sandbox/entities/change', { body: { ids, properties } })).data.count
}

// Types of the service's responses.

export type { CopyPlan, Entity, EntityDefinition, Link, PropertyMethod, RelationMethod }
type EntityList = ResponseOf<'GET', '/__sandbox/rows'>
/** A row of the list: an entity with its title, its thumbnail and the members that were asked for. */
export type ListedEntity = EntityList['items'][number]
export type DefinitionCount = NonNullable<EntityList['definitions']>[number]
type MemberOfDefinition = EntityDefinition['member_groups'][number]['members'][number]
export type PropertyOfDefinition = Exclude<MemberOfDefinition, { readonly type: 'Relation' }>
export type Option = OptionList['values'][number]

export type PlannedCopy = CopyPlan['creates'][number]

export function copyPlanQuery(id: number, body: CopyOptionsInput) {
  return queryOptions({
    queryKey: ['copy plan', id, body],
    queryFn: async ({ signal }) =>
      (await client.POST('/__sandbox/copy-plan/{id}', { path: { id }, body, signal })).data,
    retry: false,
  })
}
