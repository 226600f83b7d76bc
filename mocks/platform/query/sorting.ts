import { z } from 'zod'
import { systemFields } from '../../model/query/filter.ts'
import { systemFieldNamed } from '../../model/query/names.ts'
import type { NamedOrder } from '../../model/query/sorting.ts'
import { orEmpty, wireEnum } from './wire.ts'

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
      .transform(({ field_type, order, ...by }, context): NamedOrder => {
        // one client sends `created_on` as a property
        if (field_type === 'System' && !systemFieldNamed(by.field)) {
          context.addIssue({
            code: 'custom',
            path: ['field'],
            message: `"${by.field.slice(0, 60)}" is not a system field. Expected one of ${systemFields.join(', ')}.`,
          })
        }

        return { ...by, descending: order === 'Desc' }
      }),
  ),
)
