import type { JsonObject } from '../model/shared/json.ts'

interface Definition {
  readonly member_groups: readonly { readonly members: readonly Member[] }[]
}

interface Member {
  readonly type: string
  readonly name: string
  readonly is_mandatory?: boolean
  readonly is_unique?: boolean
}

interface Source {
  readonly read: (path: string) => Promise<unknown>
  /** Text that it has not given before. */
  readonly unique: () => string
}

/**
 * Values for the mandatory properties that a test says nothing about, taken from another entity of the definition.
 * Unique text is made up; other unique values can't be.
 */
export async function mandatoryValues(
  definitionName: string,
  given: JsonObject,
  { read, unique }: Source,
): Promise<JsonObject> {
  const name = encodeURIComponent(definitionName)
  // The resources of the interface.
  const definition = (await read(`/api/entitydefinitions/${name}`)) as Definition
  const missing = definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type !== 'Relation' && member.is_mandatory)
    .filter((member) => !member.is_unique || member.type === 'String')
    .filter((member) => !Object.hasOwn(given, member.name))

  if (missing.length === 0) return {}

  const { items } = (await read(`/__sandbox/entities?definition=${name}&take=1`)) as {
    items: { properties: JsonObject }[]
  }
  const sample = items[0]?.properties ?? {}

  return Object.fromEntries(
    missing.map((member) => [member.name, member.is_unique ? unique() : (sample[member.name] ?? null)]),
  )
}
