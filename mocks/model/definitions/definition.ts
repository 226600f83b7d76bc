import { z } from 'zod'
import { Labels, LinkTarget, UserReference } from '../shared/json.ts'

/**
 * The entity definition resource. Interface 2.2.7 leaves its fields open; they are those that existing clients
 * read. A definition is stored under its wire names, since almost all of it is flags that pass through; links
 * are stored as the name or id they point at.
 */

export const propertyTypes = [
  'String',
  'Boolean',
  'Integer',
  'Long',
  'Decimal',
  'DateTime',
  'DateTimeOffset',
  'Json',
] as const
export type PropertyType = (typeof propertyTypes)[number]

/** Seen from parent to child. */
export const cardinalities = ['OneToOne', 'OneToMany', 'ManyToMany'] as const
export type Cardinality = (typeof cardinalities)[number]

export const roles = ['Parent', 'Child'] as const
export type Role = (typeof roles)[number]

const flag = z.boolean().default(false)

const memberFields = {
  name: z
    .string()
    .min(1)
    .refine((name) => name !== '__proto__', 'A member can\'t have the name "__proto__".'),
  labels: Labels.default({}),
  helptext: Labels.default({}),
  is_conditional: flag,
  conditions: z.array(z.json()).default([]),
  can_trigger_conditional_members: flag,
  is_system_owned: flag,
  is_secured: flag,
  can_write: z.boolean().default(true),
  allow_updates: z.boolean().default(true),
}

export const PropertyMember = z.object({
  ...memberFields,
  type: z.enum(propertyTypes),
  is_indexed: z.boolean().default(true),
  is_mandatory: flag,
  is_multilanguage: flag,
  is_multivalue: flag,
  is_unique: flag,
  boost: z.number().default(0),
  ignore_on_export: flag,
  stored_in_graph: z.boolean().default(true),
  included_in_content: z.boolean().default(true),
  included_in_completion: flag,
  conditional_validation: z.json().optional(),
  validation_expression: z.string().nullish(),
  content_type: z.string().nullish(),
  /** Name of the option list that holds the allowed values. */
  datasource: LinkTarget.nullish(),
})
export type PropertyMember = z.infer<typeof PropertyMember>

export const RelationMember = z.object({
  ...memberFields,
  type: z.literal('Relation'),
  role: z.enum(roles),
  cardinality: z.enum(cardinalities),
  /** Name of the definition at the other end. */
  associated_entitydefinition: LinkTarget,
  associated_labels: Labels.default({}),
  child_is_mandatory: flag,
  parent_is_mandatory: flag,
  inherits_security: z.boolean().default(true),
  allow_navigation: z.boolean().default(true),
  is_nested: flag,
  nested_properties: z.array(z.string()).default([]),
  nested_permissions: z.array(z.string()).default([]),
  is_taxonomy_relation: flag,
  is_taxonomy_hierarchy_relation: flag,
  content_is_copied: flag,
  completion_is_copied: flag,
  is_path_relation: flag,
  is_path_hierarchy_relation: flag,
  path_hierarchy_score: z.int().default(0),
  is_rendition_relation: flag,
})
export type RelationMember = z.infer<typeof RelationMember>

export const Member = z.discriminatedUnion('type', [PropertyMember, RelationMember])
export type Member = z.infer<typeof Member>

export const MemberGroup = z.object({
  name: z.string().min(1),
  labels: Labels.default({}),
  members: z.array(Member).default([]),
  is_system_owned: flag,
  is_conditional: flag,
  conditions: z.array(z.json()).default([]),
  is_secured: flag,
  content_group: z.string().nullish(),
})
export type MemberGroup = z.infer<typeof MemberGroup>

export const EntityDefinition = z.object({
  id: z.int().positive(),
  name: z
    .string()
    // A path segment of digits only is an id, and dots alone are steps in a path.
    .regex(
      /^(?!\d+$|\.{1,2}$)[A-Za-z0-9._-]+$/,
      'A definition name has letters, digits, ".", "_" and "-", not digits or dots alone.',
    ),
  display_template: z.string().nullish(),
  labels: Labels.default({}),
  is_taxonomy_item_definition: flag,
  is_path_enabled_definition: flag,
  is_manual_sorting_allowed: flag,
  is_system_owned: flag,
  is_light: flag,
  usage_type: z.string().nullish(),
  member_groups: z.array(MemberGroup).default([]),
  permissions: z.array(z.string()).optional(),
  created_on: z.string().optional(),
  created_by: UserReference.optional(),
  modified_on: z.string().optional(),
  modified_by: UserReference.optional(),
})
export type EntityDefinition = z.infer<typeof EntityDefinition>
