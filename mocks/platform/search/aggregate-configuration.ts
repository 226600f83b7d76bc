import { z } from 'zod'
import { settingNamed } from '../../model/entities/properties.ts'
import type { Json } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'
import { orEmpty, wireEnum } from '../query/wire.ts'

/** The contents of an aggregate: an entity of a definition, and the related entities of some relations. */
export const AggregateConfiguration = z.object({
  entitydefinition_name: z.string(),
  definitions: orEmpty(z.array(z.string())),
  includes: orEmpty(
    z.array(
      z.object({
        name: z.string(),
        /** Of the related entities, unlike the role of a relation member. */
        role: wireEnum(['Parent', 'Child']),
      }),
    ),
  ),
  datasources: orEmpty(z.array(z.string())),
})
export type AggregateConfiguration = z.infer<typeof AggregateConfiguration>

/**
 * The configuration named `name`: that of the entity with this identifier, or else of the setting with this name. It is
 * the first property whose value, or whose text parsed as JSON, is a configuration.
 */
export function configurationOf(data: Data, name: string): AggregateConfiguration | undefined {
  const entities = [data.entities.find('identifier', name), settingNamed(data, name)]

  for (const value of entities.flatMap((entity) => Object.values(entity?.properties ?? {}))) {
    const configuration = AggregateConfiguration.safeParse(asJson(value))

    if (configuration.success) return configuration.data
  }

  return undefined
}

function asJson(value: Json): unknown {
  if (typeof value !== 'string') return value

  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
