import responseMemberData from './response-members.json' with { type: 'json' }
import { z } from 'zod'
import { cultureCode } from './properties.ts'
import { type Json, Link } from '../shared/json.ts'
import { withIgnored, auditMembers } from '../shared/ignored-members.ts'

/** Optional; null counts as absent. */
const nullAsAbsent = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

/**
 * A relation resource: links under the member for its role and cardinality. Existing clients send `inheritsSecurity`
 * for `inherits_security`; the definition decides that.
 */
export const RelationInput = withIgnored(
  z.object({
    href: nullAsAbsent(z.string()),
    self: nullAsAbsent(Link),
    parent: Link.nullish(),
    parents: z.array(Link).nullish(),
    child: Link.nullish(),
    children: z.array(Link).nullish(),
    inherits_security: z.unknown().optional(),
  }),
  ['child_total', 'parent_total', 'templated', 'title'],
)
export type RelationInput = z.infer<typeof RelationInput>

const CultureCode = z.string().regex(cultureCode, 'Expected a culture code such as "en-US".')

/** Values by property. Any JSON: values are validated against their property later. */
const Properties = z.record(z.string(), z.custom<Json>())

/** Members of responses that are ignored in a body: clients send them back. */
const responseMembers = [...auditMembers, ...z.array(z.string()).parse(responseMemberData)]

export const identifierRule = 'An identifier has letters, digits, ".", "_" and "-", and is not "." or "..".'

/** Body of POST on the entity resource (interface 4.1.1). */
export const EntityInput = withIgnored(
  z
    .object({
      id: nullAsAbsent(z.int()),
      identifier: nullAsAbsent(
        z
          .string()
          .max(255)
          // "." and ".." can't be segments of a URL.
          .regex(/^(?!\.{1,2}$)[\w.-]*$/, identifierRule),
      ),
      entitydefinition: nullAsAbsent(Link),
      cultures: nullAsAbsent(z.array(CultureCode)),
      properties: nullAsAbsent(Properties),
      relations: nullAsAbsent(z.record(z.string(), RelationInput.nullable())),
    })
    .meta({ id: 'EntityInput' }),
  responseMembers,
)
export type EntityInput = z.infer<typeof EntityInput>

/**
 * Body of PUT on the entity resource by id. Members that interface 4.1.4 ignores are not validated; of `relations`,
 * those of this entity are (`ownRelations()`).
 */
export const EntityUpdate = withIgnored(
  z.object({
    properties: nullAsAbsent(Properties),
    relations: z.unknown().optional(),
    id: z.unknown().optional(),
    identifier: z.unknown().optional(),
  }),
  [...responseMembers, 'cultures', 'entitydefinition'],
)
export type EntityUpdate = z.infer<typeof EntityUpdate>

/** Body of PUT by identifier, which also contains the definition. */
export const EntityUpdateByIdentifier = withIgnored(
  EntityUpdate.extend({ entitydefinition: nullAsAbsent(Link) }),
  [...responseMembers, 'cultures'],
)
export type EntityUpdateByIdentifier = z.infer<typeof EntityUpdateByIdentifier>
