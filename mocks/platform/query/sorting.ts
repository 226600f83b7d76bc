import { z } from 'zod'
import { systemFields, type SortKey, type SystemField } from '../../model/query/filter.ts'
import { wireEnum } from './wire-enum.ts'

/** Other names of system fields. */
const aliases: ReadonlyMap<string, SystemField> = new Map([
  ['definitionname', 'definition'],
  ['definition_name', 'definition'],
])

/** The order of results: by the first key, then the second ... */
export const Sorting = z
  .array(
    z
      .object({
        field_type: wireEnum(['Property', 'System']).default('Property'),
        field: z.string(),
        culture: z.string().nullish(),
        order: wireEnum(['Desc', 'Asc']).default('Asc'),
      })
      .transform(({ field_type, field, culture, order }, context): SortKey => {
        const descending = order === 'Desc'
        const system = systemField(field)

        // One client calls `created_on` a property.
        if (system) return { by: { system }, descending }
        if (field_type === 'System') {
          context.addIssue({
            code: 'custom',
            path: ['field'],
            message: `"${field.slice(0, 60)}" is no system field: ${systemFields.join(', ')}.`,
          })
        }

        return { by: { property: field, ...(culture ? { culture } : {}) }, descending }
      }),
  )
  .nullish()
  .transform((given) => given ?? [])

/** `created_on`, `CreatedOn` and `createdOn` are the same. */
function systemField(field: string): SystemField | undefined {
  const name = field.toLowerCase()

  return (
    aliases.get(name) ?? systemFields.find((system) => system === name || system.replaceAll('_', '') === name)
  )
}
