import { NotFound } from '../shared/errors.ts'
import { linkPath, decodeUriPart } from '../shared/json.ts'
import { definitionNamed } from '../definitions/by-name.ts'
import type { Entity } from './entity.ts'
import type { Data } from '../data-tables.ts'

const entityPath = /\/entities\/(\d+)$/i
const identifierPath = /\/entities\/identifier\/([^/]+)$/i
const definitionPath = /\/entitydefinitions\/([^/]+)$/i
const relationPath = /\/entities\/(-?\d+)\/relations\/([^/]+)$/i

/** The id of the entity that a link points to. The link may be absolute or relative, with any host and path prefix. */
export function entityIdOf(data: Data, href: string): number | undefined {
  const path = linkPath(href)
  const id = entityPath.exec(path)?.[1]

  if (id) return Number(id)

  const identifier = identifierPath.exec(path)?.[1]

  return identifier === undefined ? undefined : findByIdentifier(data, decodeUriPart(identifier))?.id
}

/** The warning of an id of 0 or less, which existing clients send for none. */
export function absentId(id: number | null | undefined): string {
  return `The id ${id} counts as absent: ids are greater than 0.`
}

/** The name of the definition that a link points to, by name or id. */
export function definitionNameOf(data: Data, href: string): string | undefined {
  const name = definitionPath.exec(linkPath(href))?.[1]

  if (name === undefined) return undefined

  if (/^\d+$/.test(name)) return data.definitions.find('id', name)?.name

  const given = decodeUriPart(name)

  return definitionNamed(data, given)?.name ?? given
}

/** The entity id and relation name in a link to a relation resource. */
export function relationOf(href: string): { entityId: number; relation: string } | undefined {
  const [, id, relation] = relationPath.exec(linkPath(href)) ?? []

  return id !== undefined && relation !== undefined
    ? { entityId: Number(id), relation: decodeUriPart(relation) }
    : undefined
}

export function findByIdentifier(data: Data, identifier: string): Entity | undefined {
  return data.entities.find('identifier', identifier)
}

/** The entities with these ids, of those that exist. */
export function entitiesWithIds(data: Data, ids: Iterable<number>): Entity[] {
  return Array.from(ids, (id) => data.entities.get(id)).filter((entity) => entity !== undefined)
}

export function entitiesOf(data: Data, definition: string): Entity[] {
  return entitiesWithIds(data, data.entities.group('definition', definition).keys())
}

/** The entity with an id, as a path contains it. @throws {NotFound} when there is no such entity */
export function entityById(data: Data, id: string): Entity {
  const entity = /^\d{1,16}$/.test(id) ? data.entities.get(Number(id)) : undefined

  if (!entity) {
    const advice = Number.isNaN(Number(id))
      ? ' An id is a number; for an identifier use /api/entities/identifier/{identifier}.'
      : ''

    throw new NotFound(`Entity ${id.slice(0, 100)} was not found.${advice}`)
  }

  return entity
}

/** @throws {NotFound} when there is no such entity */
export function entityByIdentifier(data: Data, identifier: string): Entity {
  const entity = findByIdentifier(data, identifier)

  if (!entity) throw new NotFound(`Entity "${identifier.slice(0, 100)}" was not found.`)

  return entity
}
