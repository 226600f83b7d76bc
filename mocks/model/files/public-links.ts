import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { hashOf } from '../shared/random-stream.ts'
import type { JsonObject } from '../shared/json.ts'

/** The definition of public links. */
export const publicLinkDefinition = 'M.PublicLink'

/**
 * The values that the real service sets on a public link: its address, when the client gave none, and that its file is
 * ready. None for other entities.
 */
export function publicLinkValues(
  { definition, properties }: CompiledDefinition,
  given: JsonObject,
  author: { readonly now: string; newIdentifier(): string },
): JsonObject {
  if (definition.name !== publicLinkDefinition) return given

  const address = given.RelativeUrl ?? author.newIdentifier()
  const made = {
    RelativeUrl: address,
    Status: 'Completed',
    VersionHash: hashOf(JSON.stringify([address, author.now]))
      .toString(16)
      .padStart(8, '0'),
  }

  return { ...Object.fromEntries(Object.entries(made).filter(([name]) => properties.has(name))), ...given }
}
