import { culturesOf } from '../../model/definitions/cultures.ts'
import type { PropertyMember } from '../../model/definitions/definition.ts'
import type { JsonObject } from '../../model/shared/json.ts'
import type { Data } from '../../model/data-tables.ts'
import { fillerOf } from '../values/value-makers.ts'
import { createFakers } from './fakers.ts'

/** The entity that values are generated for. Unique values differ by its index. */
interface EntityToFill {
  readonly data: Data
  readonly definition: string
  readonly seed: number
  readonly index: number
}

/** Generates values of properties, as for seeded entities. */
export function generateValues(
  members: readonly PropertyMember[],
  { data, ...entity }: EntityToFill,
): JsonObject {
  const source = { ...entity, cultures: culturesOf(data), fakers: createFakers() }

  return Object.fromEntries(
    members.map((member) => {
      const list = member.datasource ? data.optionLists.get(member.datasource) : undefined

      return [member.name, fillerOf(member, list)(source, 0) ?? null]
    }),
  )
}
