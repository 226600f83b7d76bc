import { z } from 'zod'
import { Labels, UserIdOrLink } from '../shared/json.ts'

/** A value of an option list; in a hierarchical list, with its children. */
export interface OptionValue {
  identifier: string
  labels: Labels
  values?: OptionValue[] | undefined
}
export const OptionValue: z.ZodType<OptionValue> = z.object({
  identifier: z.string().min(1),
  labels: Labels.nullish().transform((labels) => labels ?? {}),
  get values() {
    return z.array(OptionValue).optional()
  },
})
z.globalRegistry.add(OptionValue, { id: 'OptionValue' })

/** The identifiers of options and their descendants. */
export function identifiersOf(values: readonly OptionValue[]): string[] {
  return values.flatMap(({ identifier, values: children = [] }) => [identifier, ...identifiersOf(children)])
}

/** An option list ("datasource" in requests and responses): the allowed values of properties that refer to it. */
export const OptionList = z.object({
  name: z.string().min(1),
  labels: Labels.nullish().transform((labels) => labels ?? {}),
  type: z.enum(['Flat', 'Hierarchical']).default('Flat'),
  is_system_owned: z.boolean().default(false),
  values: z
    .array(OptionValue)
    .nullish()
    .transform((values) => values ?? []),
  created_on: z.string().optional(),
  created_by: UserIdOrLink.optional(),
  modified_on: z.string().optional(),
  modified_by: UserIdOrLink.optional(),
})
export type OptionList = z.infer<typeof OptionList>
