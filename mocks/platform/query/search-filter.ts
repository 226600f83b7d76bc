import { z } from 'zod'
import { compileDefinition } from '../../model/definitions/compiled-definition.ts'
import type { Filter } from '../../model/query/filter.ts'
import type { Data } from '../../model/tables.ts'
import { wireEnum } from './wire-enum.ts'

/** The facet that tells definitions apart. */
export const definitionFacet = 'entitydefinition'

/** A filter of a search: a property, a relation or `entitydefinition`, and the values to look for. */
export const SearchFilter = z.object({
  name: z.string(),
  operator: wireEnum(['AnyOf', 'AllOf', 'NoneOf']).default('AnyOf'),
  /** Values, option identifiers, definition names, or ids at the other end of a relation. */
  values: z.array(
    z.union([
      z.string(),
      z.number(),
      z.boolean(),
      z.object({ identifier: z.string() }).transform(({ identifier }) => identifier),
    ]),
  ),
})
export type SearchFilter = z.infer<typeof SearchFilter>

export function searchFilter(data: Data, { name, operator, values }: SearchFilter): Filter {
  const each = values.map((value) => hasValue(data, name, value))

  if (operator === 'AllOf') return { kind: 'and', filters: each }

  const any: Filter = { kind: 'or', filters: each }

  return operator === 'AnyOf' ? any : { kind: 'not', filter: any }
}

function hasValue(data: Data, name: string, value: string | number | boolean): Filter {
  if (name.toLowerCase() === definitionFacet) return { kind: 'definition', names: [String(value)], ids: [] }
  if (isRelation(data, name)) return { kind: 'relation', relation: name, ids: [Number(value)] }

  return { kind: 'property', property: name, operator: 'Equals', values: [value] }
}

function isRelation(data: Data, name: string): boolean {
  return Array.from(data.definitions.all()).some((definition) =>
    compileDefinition(definition).relations.has(name),
  )
}
