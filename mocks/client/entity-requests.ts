import type { JsonObject } from '../model/shared/json.ts'
import { nameExpression } from './find-expression.ts'
import { ask, type ClientTransport } from './transport.ts'

/** What an expression finds, with the values of every culture. */
export async function findEntities<Found>(transport: ClientTransport, expression: string): Promise<Found[]> {
  const query = encodeURIComponent(expression)
  const found: Found[] = []
  let total = 0

  do {
    const path = `/__sandbox/entities?query=${query}&skip=${found.length}&take=1000`
    const page = (await readEntity(transport, path)) as { items: Found[]; total_items: number } // a list of entities

    found.push(...page.items)
    total = page.items.length === 0 ? 0 : page.total_items
  } while (found.length < total)

  return found
}

interface NewEntity {
  readonly id?: number | undefined
  readonly identifier?: string | undefined
  /** Its properties that are given. */
  readonly given: object
  /** Tells one entity from another, so that no two get the same unique values. */
  readonly nth: number
}

/** Made-up values of the mandatory properties that are not given; none where the entity is there already. */
export async function askMandatoryValues(
  transport: ClientTransport,
  definition: string,
  { id, identifier, given, nth }: NewEntity,
): Promise<JsonObject> {
  const name = identifier ?? id

  if (name !== undefined && (await findEntities(transport, nameExpression(name))).length > 0) return {}

  const query = new URLSearchParams({ given: Object.keys(given).join(','), nth: String(nth) })
  const path = `/__sandbox/mandatory-values/${encodeURIComponent(definition)}?${query}`

  return ((await readEntity(transport, path)) as { properties: JsonObject }).properties // of that route
}

/** Where an entity is, by its id or its identifier. */
export function entityPath(idOrIdentifier: number | string): string {
  return typeof idOrIdentifier === 'number'
    ? `/api/entities/${idOrIdentifier}`
    : `/api/entities/identifier/${encodeURIComponent(idOrIdentifier)}`
}

export async function readEntity(transport: ClientTransport, path: string): Promise<unknown> {
  return (await ask(transport, 'GET', path)).json()
}
