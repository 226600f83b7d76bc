import { queryOptions } from '@tanstack/react-query'
import type { ClientResponse, ResponseOf } from '../../mocks/client/client.ts'
import type {
  Entity,
  EntityDefinition,
  Link,
  OptionList,
  CopyOptionsInput,
  CopyPlan,
} from '../../mocks/client/operations.ts'
import { nameInLink } from '../lib/page-addresses.ts'
import { ranked } from '../lib/rank.ts'
import { stringifySearch } from '../lib/search-params.ts'
import { client, getQuery, queryClient, sendOrThrow } from './service-client.ts'
import type { PropertyMethod } from '../../mocks/data/model/copy/copy-rules.ts'
import type { RelationMethod } from '../../mocks/data/model/copy/copy-rules.ts'

export interface EntityFilter {
  readonly q?: string | undefined
  readonly definition?: string | undefined
  readonly sort?: string | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

/** Entities per page of the list. */
export const pageSize = 100

/** The path and query of a filtered list, without paging. */
export function listPath(filter: EntityFilter): string {
  return `/__sandbox/entities${stringifySearch({ ...filter })}`
}

export function entityPageQuery(filter: EntityFilter, page: number) {
  return getQuery('/__sandbox/entities', { query: { ...filter, skip: page * pageSize, take: pageSize } })
}

/** The number of entities that match a filter, by definition. */
export function entityCountsQuery(q: string | undefined) {
  return getQuery('/__sandbox/entities', { query: { q, take: 0, facets: 'definition' } })
}

/** The list items of these entities, by id; of at most 500, which is what one request returns. */
export function listedEntitiesQuery(ids: readonly number[]) {
  const listedIds = [...new Set(ids)].slice(0, 500)

  return queryOptions({
    queryKey: ['entities', 'listed', listedIds],
    enabled: listedIds.length > 0,
    queryFn: async ({ signal }) => {
      const query = { q: `id:${listedIds.join(',')}`, take: listedIds.length }
      const { data } = await client.GET('/__sandbox/entities', { query, signal })

      return new Map(data.items.map((item) => [item.id, item]))
    },
  })
}

/** Entities that match what was typed, the best match first. */
export function entitySuggestionsQuery(typed: string, definition?: string) {
  const list = async (q: string, signal: AbortSignal) =>
    (await client.GET('/__sandbox/entities', { query: { q, definition, take: 50 }, signal })).data.items

  return queryOptions({
    queryKey: ['entities', 'suggestions', typed, definition],
    queryFn: async ({ signal }): Promise<readonly ListedEntity[]> => {
      // Results are ordered by id, so a match in a title might not be among the first 50.
      const [titleMatches, matches] = await Promise.all([
        typed === '' ? [] : list(`property.Title~${JSON.stringify(typed)}`, signal),
        list(typed, signal),
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

export function deleteEntity(id: number): Promise<ClientResponse<unknown>> {
  return client.DELETE('/api/entities/{id}', { path: { id } })
}

// Types of the service's responses.

export type { CopyPlan, Entity, EntityDefinition, Link, PropertyMethod, RelationMethod }
type EntityList = ResponseOf<'GET', '/__sandbox/entities'>
/** An item of the list: an entity with its title and renditions. */
export type ListedEntity = EntityList['items'][number]
export type FilterTerm = EntityList['terms'][number]
export type DefinitionCount = NonNullable<EntityList['definitions']>[number]
type MemberOfDefinition = EntityDefinition['member_groups'][number]['members'][number]
export type PropertyOfDefinition = Exclude<MemberOfDefinition, { readonly type: 'Relation' }>
export type Option = OptionList['values'][number]

export type PlannedCopy = CopyPlan['creates'][number]
export type PlannedProperty = PlannedCopy['properties'][number]

export function copyPlanQuery(id: number, body: CopyOptionsInput) {
  return queryOptions({
    queryKey: ['copy plan', id, body],
    queryFn: async ({ signal }) =>
      (await client.POST('/__sandbox/copy-plan/{id}', { path: { id }, body, signal })).data,
    retry: false,
  })
}
