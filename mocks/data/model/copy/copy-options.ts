import { z } from 'zod'
import { roles, type Cardinality, type Role } from '../definitions/definition.ts'
import type { RelationEnd } from '../definitions/compiled-definition.ts'

/** The methods for properties (interface 2.3.5). */
export const propertyMethods = ['Keep', 'Remove', 'Overwrite', 'Ignore'] as const
export type PropertyMethod = (typeof propertyMethods)[number]

export const defaultPropertyMethod: PropertyMethod = 'Keep'

/** The explanation of each method in a copy plan. */
export const propertyReasons: Record<PropertyMethod, string> = {
  Keep: 'The source value is applied.',
  Remove: 'The value is removed.',
  Overwrite: 'The value is replaced by new_value.',
  Ignore: 'The source value is ignored; the target keeps its own.',
}

/** The same for Keep and a value that two entities can't share, so that it is never copied. */
export const uniqueReasons = {
  own: 'The property is unique or follows from one that is, so the source value is not copied.',
  fresh: 'The property is unique and needs a value, so the target gets the next free one.',
}

/**
 * The resulting references of an end of the target. Those with `or rejected` are rejected (400) unless the
 * source has no references: the other end allows only one, so the source would lose its own.
 */
export type RelationResult =
  /** exactly the references of the source */
  | 'same'
  | 'same or rejected'
  /** references to copies of the entities that the source refers to */
  | 'copies'
  /** the references of the target, then the others of the source */
  | 'append'
  | 'append or rejected'
  /** the same for an end that allows one reference: rejected when there would be two */
  | 'append one'
  /** no references */
  | 'none'
  /** what the target has, none if it is new, and what ends of other targets add */
  | 'not set'
  /** the references of the source, or to copies of entities that the request copies; none if Copy reached the source by them */
  | 'share'

type Row = Record<Role, Record<Cardinality, RelationResult>>

/** The methods of interface 4.3.5, and the rule for relations without an option, for new and existing targets. */
// oxfmt-ignore
const relationRules = {
  //               the entity is the parent                                     the entity is the child
  //               OneToOne              OneToMany             ManyToMany       OneToOne              OneToMany     ManyToMany
  Keep:      row([ 'same or rejected',   'same or rejected',   'same'      ], [ 'same or rejected',   'same',       'same'      ]),
  Remove:    row([ 'none',               'none',               'none'      ], [ 'none',               'none',       'none'      ]),
  Copy:      row([ 'copies',             'copies',             'copies'    ], [ 'copies',             'copies',     'copies'    ]),
  Overwrite: row([ 'same or rejected',   'same or rejected',   'same'      ], [ 'same or rejected',   'same',       'same'      ]),
  Append:    row([ 'append or rejected', 'append or rejected', 'append'    ], [ 'append or rejected', 'append one', 'append'    ]),
  Ignore:    row([ 'not set',            'not set',            'not set'   ], [ 'not set',            'not set',    'not set'   ]),
  unlisted:  row([ 'not set',            'not set',            'share'     ], [ 'not set',            'share',      'share'     ]),
}

type RelationRule = keyof typeof relationRules

/** The methods for relations (interface 2.3.4). */
export type RelationMethod = Exclude<RelationRule, 'unlisted'>
export const relationMethods = Object.keys(relationRules).filter(
  (rule): rule is RelationMethod => rule !== 'unlisted',
)

export function relationResult(rule: RelationRule, { member }: RelationEnd): RelationResult {
  return relationRules[rule][member.role][member.cardinality]
}

/** The explanation of each result in a copy plan. */
export const relationReasons: Record<RelationResult, string> = {
  same: 'The target refers to the same entities as the source.',
  'same or rejected': 'The source has no references to keep.',
  copies: 'The target refers to copies of the entities that the source refers to.',
  append: "The source's references are added after the target's own.",
  'append or rejected': 'The source has no references to add.',
  'append one': "The source's reference is added if the target has none.",
  none: 'The relation is emptied.',
  'not set': "The source's references are ignored; the target keeps its own.",
  share:
    'The target refers to the same entities as the source, or to their copies if the request copies them.',
}

type Ends = readonly [oneToOne: RelationResult, oneToMany: RelationResult, manyToMany: RelationResult]

function row(parent: Ends, child: Ends): Row {
  return { Parent: byCardinality(parent), Child: byCardinality(child) }
}

function byCardinality([OneToOne, OneToMany, ManyToMany]: Ends): Record<Cardinality, RelationResult> {
  return { OneToOne, OneToMany, ManyToMany }
}

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
