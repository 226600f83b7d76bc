import type { Answers } from './answers.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ranked } from '../lib/rank.ts'
import { stringifySearch } from '../lib/search.ts'
import { read, reading, send, successful, type Answer } from './client.ts'

export interface EntityFilter {
  readonly q?: string | undefined
  readonly definition?: string | undefined
  readonly sort?: string | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

/** Entities that one request of the list asks for. */
export const pageSize = 100

/** The address that gives a list, from its first page. */
export function listAddress(filter: EntityFilter): string {
  return `/__sandbox/entities?${parameters({ ...filter })}`
}

export function entityPage(filter: EntityFilter, page: number) {
  const query = parameters({ ...filter, skip: page * pageSize, take: pageSize })

  return reading<EntityList>(['entities', 'list', filter, page], `/__sandbox/entities?${query}`)
}

/** How many entities a filter finds, by definition. */
export function entityCounts(q: string | undefined) {
  const query = parameters({ q, take: 0, facets: 'definition' })

  return reading<EntityList>(['entities', 'counts', q], `/__sandbox/entities?${query}`)
}

/** Titles of some entities, by id. */
export function entityTitles(ids: readonly number[]) {
  const wanted = [...new Set(ids)].slice(0, 500)

  return queryOptions({
    queryKey: ['entities', 'titles', wanted],
    enabled: wanted.length > 0,
    queryFn: async ({ signal }) => {
      const list = await read<EntityList>(
        `/__sandbox/entities?${parameters({ q: `id:${wanted.join(',')}`, take: wanted.length })}`,
        signal,
      )

      return new Map(list.items.map((item) => [item.id, item]))
    },
  })
}

/** Entities that people may mean by what they typed, the likeliest first. */
export function entitySuggestions(typed: string, definition?: string) {
  const list = (q: string, take: number, signal: AbortSignal) =>
    read<EntityList>(`/__sandbox/entities?${parameters({ q, definition, take })}`, signal)

  return queryOptions({
    queryKey: ['entities', 'suggestions', typed, definition],
    queryFn: async ({ signal }): Promise<readonly ListedEntity[]> => {
      // The list comes in the order of ids, and a title may be far down in it.
      const [titled, any] = await Promise.all([
        typed === '' ? undefined : list(`property.Title~${JSON.stringify(typed)}`, 50, signal),
        list(typed, 50, signal),
      ])
      const found = new Map([...(titled?.items ?? []), ...any.items].map((item) => [item.id, item]))

      return ranked(typed, [...found.values()], (item) => item).slice(0, 12)
    },
  })
}

/** An entity as any client gets it, headers and all. */
export function entityAnswer(id: number) {
  return queryOptions({
    queryKey: ['entities', 'answer', id],
    queryFn: ({ signal }) => successful({ method: 'GET', path: `/api/entities/${id}`, signal }),
  })
}

/** An entity in all its cultures, relations in full. */
export function wholeEntity(id: number) {
  return queryOptions({
    queryKey: ['entities', 'whole', id],
    queryFn: async ({ signal }) => {
      const plain = await read<EntityAnswer>(`/api/entities/${id}`, signal)
      const query = parameters({
        cultures: plain.cultures.join(','),
        nestedRelations: Object.keys(plain.relations).join(','),
      })

      return read<EntityAnswer>(`/api/entities/${id}?${query}`, signal)
    },
  })
}

export function definitionOf(name: string) {
  return reading<DefinitionAnswer>(
    ['definitions', name],
    `/api/entitydefinitions/${encodeURIComponent(name)}`,
  )
}

export function optionList(path: string) {
  return reading<OptionListAnswer>(['optionLists', path], path)
}

export function createEntity(body: unknown): Promise<Answer> {
  return successful({ method: 'POST', path: '/api/entities', body })
}

export function deleteEntity(id: number): Promise<Answer> {
  return successful({ method: 'DELETE', path: `/api/entities/${id}` })
}

/** Gives the entity with this id or identifier, undefined when there is none. */
export async function findEntity(by: {
  id?: number
  identifier?: string
}): Promise<EntityAnswer | undefined> {
  const path =
    by.id === undefined
      ? `/api/entities/identifier/${encodeURIComponent(by.identifier ?? '')}`
      : `/api/entities/${by.id}`
  const answer = await send({ method: 'GET', path })

  return answer.status === 200 ? (JSON.parse(answer.text) as EntityAnswer) : undefined // the entity resource
}

export function refreshEntities(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['entities'] })
}

function parameters(values: Readonly<Record<string, string | number | undefined>>): string {
  return stringifySearch(values).slice(1)
}

/** What the service answers, as the console reads it. */

export type { Json, JsonObject } from '../lib/json.ts'

export type EntityAnswer = Answers['entity']
export type EntityList = Answers['entityList']
/** An entity as the list gives it. */
export type ListedEntity = EntityList['items'][number]
export type FilterTerm = EntityList['terms'][number]
export type DefinitionCount = NonNullable<EntityList['definitions']>[number]
export type Link = EntityAnswer['entitydefinition']
/** A relation given in full. */
export type FullRelation = Extract<EntityAnswer['relations'][string], { readonly self: Link }>

export type DefinitionAnswer = Answers['definition']
type MemberOfDefinition = DefinitionAnswer['member_groups'][number]['members'][number]
export type RelationOfDefinition = Extract<MemberOfDefinition, { readonly type: 'Relation' }>
export type PropertyOfDefinition = Exclude<MemberOfDefinition, RelationOfDefinition>

export type OptionListAnswer = Answers['optionList']
export type OptionAnswer = OptionListAnswer['values'][number]
