import { z } from 'zod'
import { systemFields, type SortKey } from '../../model/query/filter.ts'
import { systemField } from '../../model/query/sort-name.ts'
import { orEmpty, wireEnum } from './wire-enum.ts'

/** The sort keys of results, the most significant first. */
export const Sorting = orEmpty(
  z.array(
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

        // before the test of field_type: one client sends `created_on` as a property
        if (system) return { by: { system }, descending }
        if (field_type === 'System') {
          context.addIssue({
            code: 'custom',
            path: ['field'],
            message: `"${field.slice(0, 60)}" is not a system field. Expected one of ${systemFields.join(', ')}.`,
          })
        }

        return { by: { property: field, ...(culture ? { culture } : {}) }, descending }
      }),
  ),
)
