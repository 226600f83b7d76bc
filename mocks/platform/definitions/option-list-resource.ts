import { z } from 'zod'
import type { Links } from '../../http/replies/links.ts'
import type { OptionList, OptionValue } from '../../model/definitions/option-list.ts'
import { Labels, Link } from '../../model/shared/json.ts'

interface ValueResource {
  identifier: string
  labels: Labels
  values: ValueResource[]
}
const ValueResource: z.ZodType<ValueResource> = z
  .object({
    identifier: z.string(),
    labels: Labels,
    get values() {
      return z.array(ValueResource)
    },
  })
  .meta({ id: 'OptionValue' })

export const OptionListReference = z.object({ name: z.string(), self: Link })

export const OptionListIndex = z.object({
  items: z.array(z.object({ name: z.string(), is_system_owned: z.boolean(), href: z.string() })),
  total_items: z.int(),
  self: Link,
})

/** An option list; child values are nested in their parent, to any depth. */
export const OptionListResource = z
  .object({
    name: z.string(),
    labels: Labels,
    type: z.enum(['Flat', 'Hierarchical']),
    is_system_owned: z.boolean(),
    values: z.array(ValueResource),
    created_on: z.string().nullable(),
    created_by: Link.nullable(),
    modified_on: z.string().nullable(),
    modified_by: Link.nullable(),
    self: Link,
  })
  .meta({ id: 'OptionList' })
export type OptionListResource = z.infer<typeof OptionListResource>

export function optionListResource(list: OptionList, links: Links): OptionListResource {
  const { name, labels, type, is_system_owned, created_by, created_on, modified_by, modified_on } = list

  return {
    name,
    labels,
    type,
    is_system_owned,
    values: list.values.map(valueResource),
    created_on: created_on ?? null,
    created_by: links.user(created_by),
    modified_on: modified_on ?? null,
    modified_by: links.user(modified_by),
    self: links.optionList(name),
  }
}

function valueResource({ identifier, labels, values = [] }: OptionValue): ValueResource {
  return { identifier, labels, values: values.map(valueResource) }
}
