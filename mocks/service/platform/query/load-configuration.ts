import { z } from 'zod'
import { culturesOf } from '../../../data/model/definitions/cultures.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { foldCase } from '../../../data/model/shared/letter-case.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import type { LoadOptions } from '../../api/entities/entity-schema.ts'
import { nameOrNamed, orEmpty, wireEnum } from './wire.ts'
import { compiledDefinitionOf } from '../../../data/model/definitions/compiled-definition.ts'
import { cardinalities, propertyTypes, roles } from '../../../data/model/definitions/definition.ts'

const loadOption = wireEnum(['None', 'Default', 'Custom', 'All']).default('Default')
type LoadOption = z.infer<typeof loadOption>
const names = orEmpty(z.array(nameOrNamed))

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
        /** Maximum number of links of each relation. If there are more, their total is added. */
        max_related_items: z.int().nonnegative().nullish(),
      })
      .nullish(),
  })
  .nullish()
  .transform((configuration) => configuration ?? { load_entities: true })
export type LoadConfiguration = z.infer<typeof LoadConfiguration>

/** The load options of a query for one entity. */
interface QueryLoadOptions extends LoadOptions {
  readonly cultures: readonly string[]
}

export function loadOptionsFor(
  data: Data,
  configuration: LoadConfiguration,
): (entity: Entity) => QueryLoadOptions {
  const { culture_option, property_option, relation_option } = configuration
  const configured = culturesOf(data)
  const cultures = {
    None: () => [],
    Default: () => configured.slice(0, 1),
    Custom: () => (culture_option?.cultures ?? []).filter((code) => code.toLowerCase() !== 'invariant'),
    All: (entity: Entity) => [...new Set([...configured, ...entity.cultures])],
  }[culture_option?.load_option ?? 'Default']
  const hasProperty = memberTest(property_option?.load_option ?? 'Default', true, property_option?.properties)
  const hasRelation = memberTest(relation_option?.load_option ?? 'Default', false, relation_option?.relations)

  return (entity) => ({
    cultures: cultures(entity),
    showsMember: (name, kind) => (kind === 'property' ? hasProperty(name) : hasRelation(name)),
    showsInFull: () => true,
    maxRelated: relation_option?.max_related_items ?? undefined,
  })
}

function memberTest(
  option: LoadOption,
  byDefault: boolean,
  names: readonly string[] = [],
): (name: string) => boolean {
  const selected = new Set(names.map(foldCase))

  return {
    None: () => false,
    Default: () => byDefault,
    Custom: (name: string) => selected.has(foldCase(name)),
    All: () => true,
  }[option]
}

/** The schema of the loaded members of a definition. */
export const MinimalSchema = z
  .object({
    definition_name: z.string(),
    properties: z.array(
      z.object({
        name: z.string(),
        type: z.enum(propertyTypes),
        multilingual: z.boolean(),
        multivalue: z.boolean(),
        datasource: z.boolean(),
      }),
    ),
    relations: z.array(z.object({ name: z.string(), cardinality: z.int(), role: z.int() })),
  })
  .meta({ id: 'MinimalSchema' })
type MinimalSchema = z.infer<typeof MinimalSchema>

/**
 * The definitions as existing clients expect them: only the loaded members. Cardinality and role are numbers here
 * (OneToOne 0, OneToMany 1, ManyToMany 2; Parent 0, Child 1); the definition resource has their names.
 */
export function minimalSchemas(
  data: Data,
  entities: readonly Entity[],
  loadOptionsOf: (entity: Entity) => QueryLoadOptions,
): MinimalSchema[] {
  // Which members are loaded is the same for all entities of a definition: any of them does.
  const byDefinition = new Map(entities.map((entity) => [entity.definition, entity]))

  return Array.from(byDefinition, ([definition_name, entity]) => {
    const { properties, ends } = compiledDefinitionOf(data, definition_name)
    const loaded = loadOptionsOf(entity)

    return {
      definition_name,
      properties: Array.from(properties.values())
        .filter(({ name, is_multilanguage }) => {
          return loaded.showsMember(name, 'property') && (!is_multilanguage || loaded.cultures.length > 0)
        })
        .map((property) => ({
          name: property.name,
          type: property.type,
          multilingual: property.is_multilanguage,
          multivalue: property.is_multivalue,
          datasource: Boolean(property.datasource),
        })),
      relations: ends
        .filter(({ member }) => loaded.showsMember(member.name, 'relation'))
        .map(({ member }) => ({
          name: member.name,
          cardinality: cardinalities.indexOf(member.cardinality),
          role: roles.indexOf(member.role),
        })),
    }
  })
}
