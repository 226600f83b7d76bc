import type { JsonObject } from '../data/model/shared/json.ts'
import type { Client } from './client.ts'

type Value = string | number | boolean | null

/**
 * The query that finds entities of a definition by the values of properties.
 *
 * @param properties plain values by name
 */
export function findExpression(definition: string, properties: object): string {
  return [
    `Definition.Name==${quoted(definition)}`,
    ...Object.entries<Value | undefined>({ ...properties }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${kindOf(value)}(${quoted(name)})==${literal(value)}`],
    ),
  ].join(' AND ')
}

/**
 * Returns the entities that a query finds, with the values of every culture.
 *
 * @throws when the query names an unknown definition or property
 */
export async function findEntities<T extends object>(client: Client, query: string): Promise<T[]> {
  const entities: object[] = []
  let total = 0

  do {
    const { data } = await client.GET('/__sandbox/entities', {
      query: { query, skip: entities.length, take: 1000 },
    })

    if (data.unknown.length > 0) {
      throw new Error(`Failed to find entities by ${query}: ${data.unknown.join(' ')}`)
    }
    entities.push(...data.items)
    total = data.items.length === 0 ? 0 : data.total_items
  } while (entities.length < total)

  return entities as T[] // of the definition requested
}

/** The entity with an id or an identifier; undefined if it does not exist. */
export async function findEntity<T extends object>(
  client: Client,
  entity: number | string,
): Promise<T | undefined> {
  const query = typeof entity === 'number' ? `id==${entity}` : `identifier==${quoted(entity)}`

  return (await findEntities<T>(client, query))[0]
}

function kindOf(value: Value): string {
  if (typeof value === 'number') return 'Decimal'

  return typeof value === 'boolean' ? 'Bool' : 'String'
}

function literal(value: Value): string {
  return typeof value === 'string' ? quoted(value) : String(value)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * Generated values for the mandatory properties that are not given; none if the entity exists already.
 *
 * @param offset a different number for each entity, so that no two get the same unique values
 */
export async function missingMandatoryValues(
  client: Client,
  definition: string,
  { id, identifier, properties = {} }: { id?: number; identifier?: string; properties?: object },
  offset: number,
): Promise<JsonObject> {
  const entity = identifier ?? id

  if (entity !== undefined && (await findEntity(client, entity))) return {}

  const query = { given: Object.keys(properties).join(','), offset }
  const path = { definition }

  return (await client.GET('/__sandbox/mandatory-values/{definition}', { path, query })).data.properties
}

/** Sends properties to an entity, by its id or its identifier. */
export async function changeEntity(
  client: Client,
  entity: number | string,
  properties: object,
): Promise<void> {
  const body = { properties: { ...properties } as JsonObject } // JSON omits undefined members

  if (typeof entity === 'number') await client.PUT('/api/entities/{id}', { path: { id: entity }, body })
  else await client.PUT('/api/entities/identifier/{identifier}', { path: { identifier: entity }, body })
}

export async function removeEntity(client: Client, entity: number | string): Promise<void> {
  if (typeof entity === 'number') await client.DELETE('/api/entities/{id}', { path: { id: entity } })
  else await client.DELETE('/api/entities/identifier/{identifier}', { path: { identifier: entity } })
}
