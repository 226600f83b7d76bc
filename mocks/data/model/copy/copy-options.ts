import { z } from 'zod'
import { roles } from '../definitions/definition.ts'
import { propertyMethods } from './copy-rules.ts'
import { relationMethods } from './copy-rules.ts'

/** How one property is copied (interface 2.3.3). */
export const PropertyOption = z.object({
  property: z.string(),
  method: methodName(propertyMethods),
  new_value: z.string().nullish(),
})
export type PropertyOption = z.infer<typeof PropertyOption>

/** How one relation is copied (interface 2.3.2). */
export const RelationOption = z.object({
  relation: z.string(),
  /** Not in the interface: the end of the relation, for a self-referencing relation; both ends if omitted. */
  role: z.enum(roles).nullish(),
  method: methodName(relationMethods),
  get related_copy_options() {
    return CopyOptions.nullish()
  },
})
export type RelationOption = z.infer<typeof RelationOption>

/** Body of a copy request (interface 2.3.1, 4.3.2 and 4.3.7), and the options for related entities. */
export const CopyOptions = z.object({
  copy_profile_identifier: z.string().nullish(),
  copy_profile_id: z.int().nullish(),
  destination_entity_id: z.int().nullish(),
  property_copy_options: z.array(PropertyOption).nullish(),
  relation_copy_options: z.array(RelationOption).nullish(),
})
export type CopyOptions = z.infer<typeof CopyOptions>
z.globalRegistry.add(CopyOptions, { id: 'CopyOptions' })

/** Any string, so that an unknown method is reported together with the other failures. */
function methodName(methods: readonly string[]) {
  return z
    .string()
    .meta({ enum: [...methods] })
    .nullish()
}
