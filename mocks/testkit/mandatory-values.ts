import type { JsonObject } from '../model/shared.ts'

interface Definition {
  readonly member_groups: readonly { readonly members: readonly Member[] }[]
}

interface Member {
  readonly type: string
  readonly name: string
  readonly is_mandatory?: boolean
  readonly is_unique?: boolean
}

/**
 * Values for the mandatory properties that a test says nothing about, taken from another entity of the definition.
 * Unique ones can't be taken from another.
 */
export async function mandatoryValues(
  definitionName: string,
  given: JsonObject,
  read: (path: string) => Promise<unknown>,
): Promise<JsonObject> {
  const name = encodeURIComponent(definitionName)
  // The resources of the interface.
  const definition = (await read(`/api/entitydefinitions/${name}`)) as Definition
  const missing = definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type !== 'Relation' && member.is_mandatory && !member.is_unique)
    .filter((member) => !Object.hasOwn(given, member.name))

  if (missing.length === 0) return {}

  const { items } = (await read(`/__sandbox/entities?definition=${name}&take=1`)) as {
    items: { properties: JsonObject }[]
  }
  const sample = items[0]?.properties ?? {}

  return Object.fromEntries(missing.map((member) => [member.name, sample[member.name] ?? null]))
}
