import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import { hashOf } from '../shared/random.ts'
import type { Json, JsonObject } from '../shared/json.ts'

export const publicLinkDefinition = 'M.PublicLink'

/** The properties that follow from the address of a public link, so that a copy does not share them. */
export const addressProperties: readonly string[] = ['VersionHash', 'FileKey']

/**
 * Adds the values that the real service sets on a public link: a status which says that its file is ready, and an address
 * if the request has none. Other entities are unchanged.
 */
export function withPublicLinkDefaults(
  { definition, properties }: CompiledDefinition,
  given: JsonObject,
  author: { readonly now: string; newIdentifier(): string },
): JsonObject {
  if (definition.name !== publicLinkDefinition) return given

  const address = given.RelativeUrl ?? author.newIdentifier()
  const defaults = Object.entries({
    RelativeUrl: address,
    Status: 'Completed',
    VersionHash: hexHash([address, author.now]),
    FileKey: fileKeyOf(address, given.Resource ?? null),
  })

  return { ...Object.fromEntries(defaults.filter(([name]) => properties.has(name))), ...given }
}

/** The key of a link's file: the same for the same address and rendition. */
export function fileKeyOf(address: Json, resource: Json): string {
  return hexHash([address, resource])
}

function hexHash(values: Json): string {
  return hashOf(JSON.stringify(values)).toString(16).padStart(8, '0')
}

/** The path at which the file of a public link is served; undefined for other entities, and for a link without address. */
export function publicPathOf({
  definition,
  properties: { RelativeUrl, VersionHash },
}: Entity): string | undefined {
  if (definition !== publicLinkDefinition || typeof RelativeUrl !== 'string') return undefined

  const version = typeof VersionHash === 'string' ? `?v=${VersionHash}` : ''

  return `/api/public/content/${encodeURIComponent(RelativeUrl)}${version}`
}

/** Whether the file of a public link is served at a time. */
export function isValidLink({ properties: { IsDisabled, ExpirationDate } }: Entity, now: string): boolean {
  return IsDisabled !== true && !(typeof ExpirationDate === 'string' && ExpirationDate <= now)
}
