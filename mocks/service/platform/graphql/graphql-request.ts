import { z } from 'zod'
import { UncheckedJson } from '../../../data/model/shared/json.ts'

export const GraphqlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), UncheckedJson).nullish(),
  operationName: z.string().nullish(),
  /** Ignored. */
  extensions: UncheckedJson.optional(),
})
export type GraphqlRequest = z.infer<typeof GraphqlRequest>

export const GraphqlResult = z.object({
  data: z.record(z.string(), UncheckedJson).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        locations: z.array(z.object({ line: z.int(), column: z.int() })).optional(),
        path: z.array(z.union([z.string(), z.int()])).optional(),
        extensions: z.record(z.string(), UncheckedJson).optional(),
      }),
    )
    .optional(),
})
