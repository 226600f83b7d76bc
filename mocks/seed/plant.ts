import { blueprintOf, membersOf } from '../model/blueprint.ts'
import type { EntityDefinition } from '../model/definition.ts'
import type { Entity } from '../model/entity.ts'
import type { OptionList } from '../model/option-list.ts'
import { uniqueValuesOf } from '../model/properties.ts'
import { definitions as builtInDefinitions } from './domain/domain.ts'
import { optionLists as builtInLists } from './domain/option-lists.ts'

/** What a new sandbox starts with. */
export interface Seedling {
  readonly definitions: readonly EntityDefinition[]
  readonly optionLists: readonly OptionList[]
  readonly entities: readonly Entity[]
}

export interface PlantOptions {
  readonly seed: number
  readonly count: number
  readonly definitions?: readonly EntityDefinition[]
  readonly optionLists?: readonly OptionList[]
  readonly data?: readonly Entity[]
}

/** Gathers a sandbox's first data: the built-in domain, or the caller's own definitions and entities. */
export async function plant(options: PlantOptions): Promise<Seedling> {
  const definitions = options.definitions ? withSystem(options.definitions) : builtInDefinitions
  const optionLists = withMissingLists(definitions, [...builtInLists, ...(options.optionLists ?? [])])
  // faker is loaded only when there is something to generate.
  const { generateEntities } = await import('./generate.ts')
  const generated = generateEntities({
    seed: options.seed,
    count: options.data ? 0 : options.count,
    definitions,
    optionLists,
  })
  const byId = new Map([...generated, ...(options.data ?? [])].map((entity) => [entity.id, entity]))
  const blueprints = new Map(definitions.map((definition) => [definition.name, blueprintOf(definition)]))

  return {
    definitions,
    optionLists,
    entities: Array.from(byId.values(), (entity) => {
      const blueprint = blueprints.get(entity.definition)

      return blueprint ? { ...entity, uniqueValues: uniqueValuesOf(blueprint, entity.properties) } : entity
    }),
  }
}

/** The caller's definitions, and the built-in ones that users, settings and sign-in need. */
function withSystem(own: readonly EntityDefinition[]): EntityDefinition[] {
  const names = new Set(own.map(({ name }) => name))
  const system = builtInDefinitions.filter((definition) => definition.is_system_owned)

  return [...system.filter(({ name }) => !names.has(name)), ...own]
}

/** Definitions name their option lists without holding them; a list that nobody gave gets a few values. */
function withMissingLists(
  definitions: readonly EntityDefinition[],
  lists: readonly OptionList[],
): OptionList[] {
  const byName = new Map(lists.map((list) => [list.name, list]))

  for (const member of definitions.flatMap(membersOf)) {
    if (member.type === 'Relation' || !member.datasource || byName.has(member.datasource)) continue
    const name = member.datasource
    const values = ['A', 'B', 'C', 'D'].map((letter) => ({
      identifier: `${name}.${letter}`,
      labels: { 'en-US': `${name} ${letter}` },
    }))

    byName.set(name, { name, labels: { 'en-US': name }, type: 'Flat', is_system_owned: false, values })
  }

  return [...byName.values()]
}
