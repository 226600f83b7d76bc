import { z } from 'zod'
import {
  EntityDefinition,
  MemberGroup,
  PropertyMember,
  RelationMember,
  OptionList,
} from '../../model/definitions/definition.ts'
import { Json, type Labels } from '../../model/shared/json.ts'
import { inEachCulture } from '../words/translations.ts'

// The format of the JSON files in this folder: that of the resources, except that a text contains all its translations,
// values that are the same for every member are omitted, and a relation is declared once, with both ends.

const Text = z
  .string()
  .min(1)
  .transform((text): Labels => inEachCulture((t) => t(text)))

const Property = PropertyMember.extend({ labels: Text, helptext: Text.default({}) }).strict()

const Group = MemberGroup.extend({ labels: Text, members: z.array(Property) }).strict()

export const Definitions = z.array(
  EntityDefinition.extend({ labels: Text, member_groups: z.array(Group) }).strict(),
)

/** A relation with both ends. */
export type RelationData = z.infer<typeof RelationData>
const RelationData = RelationMember.omit({ type: true, role: true, associated_entitydefinition: true })
  .omit({ labels: true, helptext: true, associated_labels: true })
  .extend({
    parent: z.string(),
    child: z.string(),
    /** Label of the children, shown at the parent. */
    children_labels: Text,
    /** Label of the parents, shown at the child. */
    parents_labels: Text,
    /** The help text at the child. */
    help: Text.default({}),
  })
  .strict()

export const Relations = z.array(RelationData)

const Value = z.strictObject({
  identifier: z.string(),
  labels: Text,
  get values() {
    return z.array(Value).optional()
  },
})

export const OptionLists = z.array(OptionList.extend({ labels: Text, values: z.array(Value) }).strict())

/** An entity that exists for every seed and count. Ids below 1,000 are reserved for these. */
export type FixedEntity = z.infer<typeof FixedEntity>
const FixedEntity = z.strictObject({
  id: z.int().positive().max(999),
  identifier: z.string(),
  definition: z.string(),
  properties: z.record(z.string(), Json),
  /** Ids of the parents by relation; the parents' children are derived from them. */
  parents: z.record(z.string(), z.array(z.int())).optional(),
})

export const FixedEntities = z.array(FixedEntity)
