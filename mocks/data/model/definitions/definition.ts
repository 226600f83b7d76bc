import { z } from 'zod'
import { Labels, Link, NameOrLink, servicePath, UserIdOrLink, Json } from '../shared/json.ts'
import { withIgnored } from '../shared/ignored-members.ts'

/**
 * The entity definition resource. Interface 2.2.7 does not define its members; these are the ones that existing clients
 * use. Definitions are stored with the names of the interface, since most members are only passed on; links are stored
 * as the name or id that they point to.
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

/** From parent to child. */
export const cardinalities = ['OneToOne', 'OneToMany', 'ManyToMany'] as const
export type Cardinality = (typeof cardinalities)[number]

const reversed = 'A cardinality is from parent to child: use "OneToMany", with the other role.'

export const roles = ['Parent', 'Child'] as const
export type Role = (typeof roles)[number]

/** Exports of real tenants contain null for defaults. */
const withDefault = <T extends z.ZodType>(schema: T, otherwise: z.output<T>) =>
  schema.nullish().transform((value): z.output<T> => value ?? otherwise)

// pipe() declares the type of the output for the contract.
const flag = withDefault(z.boolean(), false).pipe(z.boolean())
const flagTrueByDefault = withDefault(z.boolean(), true).pipe(z.boolean())
const labels = withDefault(Labels, {}).pipe(Labels)

/**
 * The condition under which a member or group is shown: another property has a value, or another relation contains an
 * entity (a link), or an entity of a definition. Links are stored as paths of the service.
 */
export const Condition = z
  .object({
    member: z.string().optional(),
    /** Named `member` in the public documentation. */
    member_name: z.string().optional(),
    value: z.union([z.string(), z.boolean(), storedLink()]).optional(),
    definition: storedLink().optional(),
  })
  .refine(({ member, member_name }) => member ?? member_name, 'A condition needs a member.')
  .transform(({ member, member_name, ...rest }) => ({ member: member ?? member_name ?? '', ...rest }))
export type Condition = z.infer<typeof Condition>

function storedLink() {
  return Link.transform(({ href }) => ({ href: servicePath(href) }))
}

const memberFields = {
  name: z
    .string()
    .min(1)
    .refine((name) => name !== '__proto__', 'A member can\'t have the name "__proto__".'),
  labels,
  helptext: labels,
  is_conditional: flag,
  conditions: withDefault(z.array(Condition), []),
  can_trigger_conditional_members: flag,
  is_system_owned: flag,
  is_secured: flag,
  can_write: flagTrueByDefault,
  allow_updates: flagTrueByDefault,
}

export const PropertyMember = z.object({
  ...memberFields,
  type: z.enum(propertyTypes),
  is_indexed: flagTrueByDefault,
  is_mandatory: flag,
  is_multilanguage: flag,
  is_multivalue: flag,
  is_unique: flag,
  /** Earlier releases of this sandbox wrote a number. */
  boost: withDefault(z.union([z.boolean(), z.number().transform((boost) => boost > 0)]), false),
  ignore_on_export: flag,
  stored_in_graph: flagTrueByDefault,
  included_in_content: flagTrueByDefault,
  included_in_completion: flag,
  conditional_validation: Json.optional(),
  validation_expression: z.string().nullish(),
  content_type: z.string().nullish(),
  /** Name of the option list with the allowed values. */
  datasource: NameOrLink.nullish(),
})
export type PropertyMember = z.infer<typeof PropertyMember>

export const RelationMember = z.object({
  ...memberFields,
  type: z.literal('Relation'),
  role: z.enum(roles),
  cardinality: z.enum(cardinalities, {
    error: ({ input }) => (input === 'ManyToOne' ? reversed : undefined),
  }),
  /** Name of the definition at the other end. */
  associated_entitydefinition: NameOrLink,
  associated_labels: labels,
  child_is_mandatory: flag,
  parent_is_mandatory: flag,
  inherits_security: flagTrueByDefault,
  allow_navigation: flagTrueByDefault,
  is_nested: flag,
  /** Properties of the related entities that are shown in the links of the full relation. */
  nested_properties: withDefault(z.array(z.string()), []),
  /** Earlier releases of this sandbox wrote a list. */
  nested_permissions: withDefault(
    z.union([z.boolean(), z.array(z.string()).transform(({ length }) => length > 0)]),
    false,
  ),
  is_taxonomy_relation: flag,
  is_taxonomy_hierarchy_relation: flag,
  content_is_copied: flag,
  completion_is_copied: flag,
  is_path_relation: flag,
  is_path_hierarchy_relation: flag,
  path_hierarchy_score: withDefault(z.int(), 0),
  is_rendition_relation: flag,
  child_conditional_validation: Json.optional(),
  parent_conditional_validation: Json.optional(),
})
export type RelationMember = z.infer<typeof RelationMember>

// Names that existing programs use.
withIgnored(PropertyMember, ['include_in_content', 'indexed', 'is_multiline'])

export const Member = z.discriminatedUnion('type', [PropertyMember, RelationMember])
export type Member = z.infer<typeof Member>

export const MemberGroup = z.object({
  name: z.string().min(1),
  labels,
  members: withDefault(z.array(Member), []),
  is_system_owned: flag,
  is_conditional: flag,
  conditions: withDefault(z.array(Condition), []),
  is_secured: flag,
  content_group: z.string().nullish(),
})
export type MemberGroup = z.infer<typeof MemberGroup>

export const EntityDefinition = z.object({
  id: z.int().positive(),
  name: z
    .string()
    // In a URL, digits alone are an id, and "." and ".." can't be segments.
    .regex(
      /^(?!\d+$|\.{1,2}$)[A-Za-z0-9._-]+$/,
      'A definition name has letters, digits, ".", "_" and "-", and is not digits alone, "." or "..".',
    ),
  display_template: z.string().nullish(),
  labels,
  is_taxonomy_item_definition: flag,
  is_path_enabled_definition: flag,
  is_manual_sorting_allowed: flag,
  is_system_owned: flag,
  is_light: flag,
  usage_type: z.string().nullish(),
  member_groups: withDefault(z.array(MemberGroup), []),
  created_on: z.string().optional(),
  created_by: UserIdOrLink.optional(),
  modified_on: z.string().optional(),
  modified_by: UserIdOrLink.optional(),
})
export type EntityDefinition = z.infer<typeof EntityDefinition>

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
