import { z } from 'zod'
import { culturesOf } from '../../model/definitions/cultures.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { foldCase } from '../../model/shared/letter-case.ts'
import type { Data } from '../../model/tables.ts'
import type { LoadOptions } from '../../api/entities/loading.ts'
import { wireEnum } from './wire-enum.ts'

const loadOption = wireEnum(['None', 'Default', 'Custom', 'All']).default('Default')
const names = z
  .array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))
  .nullish()
  .transform((list) => list ?? [])

/**
 * Selects the members of found entities. Default: the default culture, all properties, no relations.
 * Loaded relations are always returned in full.
 */
export const LoadConfiguration = z
  .object({
    load_entities: z.boolean().default(true),
    culture_option: z.object({ load_option: loadOption, cultures: names }).nullish(),
    property_option: z.object({ load_option: loadOption, properties: names }).nullish(),
    relation_option: z
      .object({
        load_option: loadOption,
        relations: names,
        /** At most so many links of each relation; its total shows that the list was cut. */
        max_related_items: z.int().nonnegative().nullish(),
      })
      .nullish(),
  })
  .nullish()
  .transform((configuration) => configuration ?? { load_entities: true })
export type LoadConfiguration = z.infer<typeof LoadConfiguration>

/** The selected members of one entity. */
export interface LoadedMembers extends LoadOptions {
  readonly cultures: readonly string[]
}

/** Returns a function that selects the loaded members of an entity. */
export function loaderFor(data: Data, configuration: LoadConfiguration): (entity: Entity) => LoadedMembers {
  const { culture_option, property_option, relation_option } = configuration
  const configured = culturesOf(data)
  const cultures = {
    None: () => [],
    Default: () => configured.slice(0, 1),
    Custom: () => (culture_option?.cultures ?? []).filter((code) => code.toLowerCase() !== 'invariant'),
    All: (entity: Entity) => [...new Set([...configured, ...entity.cultures])],
  }[culture_option?.load_option ?? 'Default']
  const hasProperty = memberTest(property_option?.load_option ?? 'Default', property_option?.properties, true)
  const hasRelation = memberTest(relation_option?.load_option ?? 'Default', relation_option?.relations, false)

  return (entity) => ({
    cultures: cultures(entity),
    hasMember: (name, kind) => (kind === 'property' ? hasProperty(name) : hasRelation(name)),
    isNested: () => true,
    maxRelated: relation_option?.max_related_items ?? undefined,
  })
}

function memberTest(
  option: 'None' | 'Default' | 'Custom' | 'All',
  names: readonly string[] = [],
  byDefault: boolean,
): (name: string) => boolean {
  const custom = new Set(names.map(foldCase))

  return {
    None: () => false,
    Default: () => byDefault,
    Custom: (name: string) => custom.has(foldCase(name)),
    All: () => true,
  }[option]
}
