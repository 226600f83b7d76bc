import { z } from 'zod'
import { uniqueValueKey } from '../../model/entities/properties.ts'
import type { Json } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'
import { wireEnum } from '../query/wire-enum.ts'

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

/** The contents of an aggregate: an entity of a definition, and the related entities of some relations. */
export const AggregateConfiguration = z.object({
  entitydefinition_name: z.string(),
  definitions: list(z.string()),
  includes: list(z.object({ name: z.string(), role: wireEnum(['Parent', 'Child']) })),
  datasources: list(z.string()),
})
export type AggregateConfiguration = z.infer<typeof AggregateConfiguration>

/**
 * Reads the configuration of an aggregate from a property, JSON or JSON as text, of the entity with this identifier or
 * the setting with this name.
 */
export function configurationOf(data: Data, name: string): AggregateConfiguration | undefined {
  const entities = [
    data.entities.find('identifier', name),
    data.entities.find('propertyValue', uniqueValueKey('M.Setting', 'M.Setting.Name', name)),
  ]

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
