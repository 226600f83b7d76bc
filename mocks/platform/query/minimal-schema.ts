import { z } from 'zod'
import { compiledDefinitionOf } from '../../model/definitions/compiled-definition.ts'
import { cardinalities, propertyTypes, roles } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { Data } from '../../model/tables.ts'
import type { QueryLoadOptions } from './load-configuration.ts'

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
    const { properties, relations } = compiledDefinitionOf(data, definition_name)
    const loaded = loadOptionsOf(entity)

    return {
      definition_name,
      properties: Array.from(properties.values())
        .filter(({ name, is_multilanguage }) => {
          return loaded.hasMember(name, 'property') && (!is_multilanguage || loaded.cultures.length > 0)
        })
        .map((property) => ({
          name: property.name,
          type: property.type,
          multilingual: property.is_multilanguage,
          multivalue: property.is_multivalue,
          datasource: Boolean(property.datasource),
        })),
      relations: Array.from(relations.values())
        .flat()
        .filter(({ member }) => loaded.hasMember(member.name, 'relation'))
        .map(({ member }) => ({
          name: member.name,
          cardinality: cardinalities.indexOf(member.cardinality),
          role: roles.indexOf(member.role),
        })),
    }
  })
}
