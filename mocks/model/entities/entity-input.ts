import { z } from 'zod'
import { cultureCode } from './properties.ts'
import { withIgnored, auditMembers } from '../shared/ignored-members.ts'
import { type Json, Link } from '../shared/json.ts'

const nullish = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

/**
 * A relation given in full, as a relation resource: links under the key of its role and cardinality. Existing
 * clients write `inheritsSecurity`, the resource says `inherits_security`; both are read.
 */
export const RelationInput = withIgnored(
  z.object({
    href: nullish(z.string()),
    self: nullish(Link),
    parent: Link.nullish(),
    parents: z.array(Link).nullish(),
    child: Link.nullish(),
    children: z.array(Link).nullish(),
  }),
  ['child_total', 'inherits_security', 'parent_total', 'templated', 'title'],
)
export type RelationInput = z.infer<typeof RelationInput>

const CultureCode = z.string().regex(cultureCode, 'Expected a culture code such as "en-US".')

/** Values by property. The body is JSON already; whether a value fits is for its property to say. */
const Properties = z.record(z.string(), z.custom<Json>())

/** Members of responses that are ignored in a body: clients send them back. */
const ofResponses = [
  ...auditMembers,
  'annotationCount',
  'annotations',
  'CombinedPublishStatus',
  'CombinedPublishStatusDetails',
  'copy',
  'copyasync',
  'external_data_identifier',
  'full',
  'gateway_links',
  'HasPublicLink',
  'inherits_security',
  'is_current_user_default',
  'is_enabled',
  'is_path_root',
  'is_root_taxonomy_item',
  'is_system_owned',
  'language_supported_ootb',
  'lifecycle',
  'locked_by',
  'locked_on',
  'masterFileModifiedOn',
  'modules',
  'path',
  'permissions',
  'public_collection_link',
  'public_link',
  'related_paths',
  'renditions',
  'requested_permissions',
  'roles',
  'saved_selection_page_name',
  'saved_selections',
  'self',
  'version',
]

/** Body of POST on the entity resource (interface 4.1.1). */
export const EntityInput = z.object({
  id: nullish(z.int()),
  identifier: nullish(
    z
      .string()
      .max(255)
      // "." and ".." are steps in a path, so no address could hold them.
      .regex(/^(?!\.{1,2}$)[\w.-]*$/, 'An identifier has letters, digits, ".", "_" and "-", not dots alone.'),
  ),
  entitydefinition: nullish(Link),
  cultures: nullish(z.array(CultureCode)),
  properties: nullish(Properties),
  relations: nullish(z.record(z.string(), RelationInput.nullable())),
})
export type EntityInput = z.infer<typeof EntityInput>

/**
 * Body of PUT on the entity resource by id. What interface 4.1.4 ignores there is not looked at, so that it can't be
 * rejected either. `relations` are read one by one (`ownRelations()`).
 */
export const EntityChange = z.object({ properties: nullish(Properties), relations: z.unknown().optional() })
withIgnored(EntityChange, [...ofResponses, 'cultures', 'entitydefinition', 'id', 'identifier'])
export type EntityChange = z.infer<typeof EntityChange>

/** Body of PUT by identifier, which holds the definition as well. */
export const EntityChangeByIdentifier = EntityChange.extend({ entitydefinition: nullish(Link) })
withIgnored(EntityChangeByIdentifier, [...ofResponses, 'cultures', 'id', 'identifier'])
export type EntityChangeByIdentifier = z.infer<typeof EntityChangeByIdentifier>

withIgnored(EntityInput, ofResponses)
z.globalRegistry.add(EntityInput, { id: 'EntityInput' })
