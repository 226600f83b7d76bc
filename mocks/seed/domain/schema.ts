import { z } from 'zod'
import {
  EntityDefinition,
  MemberGroup,
  PropertyMember,
  RelationMember,
} from '../../model/definitions/definition.ts'
import { OptionList } from '../../model/definitions/option-list.ts'
import { Json, type Labels } from '../../model/shared/json.ts'
import { inEach } from '../words/translations.ts'

/**
 * The form of the JSON files in this folder. It is that of the resources, except that a text contains all its
 * translations, values that are the same for every member are omitted, and a relation is declared once, with both ends.
 */

const Text = z
  .string()
  .min(1)
  .transform((text): Labels => inEach((say) => say(text)))

const Property = PropertyMember.extend({ labels: Text, helptext: Text.default({}) }).strict()

const Group = MemberGroup.extend({ labels: Text, members: z.array(Property) }).strict()

export const Definitions = z.array(
  EntityDefinition.extend({ labels: Text, member_groups: z.array(Group) }).strict(),
)

/** Both ends of a relation. */
export type RelationData = z.infer<typeof RelationData>
const RelationData = RelationMember.omit({ type: true, role: true, associated_entitydefinition: true })
  .omit({ labels: true, helptext: true, associated_labels: true })
  .extend({
    parent: z.string(),
    child: z.string(),
    /** The name of the relation at the parent, and at the child. */
    children: Text,
    parents: Text,
    /** Help for the end that the child shows. */
    help: Text.default({}),
  })
  .strict()

export const Relations = z.array(RelationData)

interface Value {
  identifier: string
  labels: Labels
  values?: Value[] | undefined
}
const Value: z.ZodType<Value> = z.strictObject({
  identifier: z.string(),
  labels: Text,
  get values() {
    return z.array(Value).optional()
  },
})

export const OptionLists = z.array(OptionList.extend({ labels: Text, values: z.array(Value) }).strict())

/** An entity that is there at any count and any seed; the ids below 1,000 are theirs. */
export type FixedEntity = z.infer<typeof FixedEntity>
const FixedEntity = z.strictObject({
  id: z.int().positive().max(999),
  identifier: z.string(),
  definition: z.string(),
  properties: z.record(z.string(), Json),
  /** Ids of the parents by relation; the parents' ends follow from them. */
  parents: z.record(z.string(), z.array(z.int())).optional(),
})

export const FixedEntities = z.array(FixedEntity)
