import { z } from 'zod'
import { Link } from './shared.ts'

const nullish = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

/**
 * A relation given in full, as a relation resource: links under the key of its role and cardinality. Existing
 * clients write `inheritsSecurity`, the resource says `inherits_security`; both are read.
 */
export const RelationInput = z.object({
  href: nullish(z.string()),
  self: nullish(Link),
  parent: Link.nullish(),
  parents: z.array(Link).nullish(),
  child: Link.nullish(),
  children: z.array(Link).nullish(),
})
export type RelationInput = z.infer<typeof RelationInput>

/** Body of POST and PUT on the entity resource (interface 2). Members it does not list are ignored. */
export const EntityInput = z.object({
  id: nullish(z.int()),
  identifier: nullish(
    z
      .string()
      .max(255)
      .regex(/^[\w.-]*$/, 'An identifier has letters, digits, ".", "_" and "-" only.'),
  ),
  entitydefinition: nullish(Link),
  cultures: nullish(z.array(z.string())),
  properties: nullish(z.record(z.string(), z.json())),
  relations: nullish(z.record(z.string(), RelationInput.nullable())),
})
export type EntityInput = z.infer<typeof EntityInput>
