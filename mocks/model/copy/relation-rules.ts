import type { RelationEnd } from '../definitions/compiled-definition.ts'
import type { Cardinality, Role } from '../definitions/definition.ts'
import type { TargetKind } from './property-rules.ts'

/**
 * The target's end of a relation by rule. Results marked `?` are rejected (400) unless the source's end is
 * empty: the other end holds one entity only, so the source would lose its reference.
 */
export type RelationResult =
  /** exactly the source's references */
  | 'same'
  | 'same?'
  /** references to copies of what the source refers to */
  | 'copies'
  /** the target's own references, then those of the source that it lacks */
  | 'join'
  | 'join?'
  /** the same for an end that holds one entity: rejected when that makes two */
  | 'join one'
  /** no references */
  | 'none'
  /** what the target has; a new target has nothing */
  | 'own'
  /** the source's references; those to entities copied by the same request lead to the copies */
  | 'share'

type Row = Record<Role, Record<Cardinality, RelationResult>>

/** The methods of interface 4.3.5, and what is done with a relation that no option names. */
// oxfmt-ignore
export const relationRules = {
  //                              the entity is the parent              the entity is the child
  //                              OneToOne   OneToMany  ManyToMany     OneToOne   OneToMany   ManyToMany
  Keep:        { new:      row([ 'same?',   'same?',   'same'     ], [ 'same?',   'same',     'same'   ]),
                 existing: row([ 'same?',   'same?',   'same'     ], [ 'same?',   'same',     'same'   ]) },
  Remove:      { new:      row([ 'none',    'none',    'none'     ], [ 'none',    'none',     'none'   ]),
                 existing: row([ 'none',    'none',    'none'     ], [ 'none',    'none',     'none'   ]) },
  Copy:        { new:      row([ 'copies',  'copies',  'copies'   ], [ 'copies',  'copies',   'copies' ]),
                 existing: row([ 'copies',  'copies',  'copies'   ], [ 'copies',  'copies',   'copies' ]) },
  Overwrite:   { new:      row([ 'same?',   'same?',   'same'     ], [ 'same?',   'same',     'same'   ]),
                 existing: row([ 'same?',   'same?',   'same'     ], [ 'same?',   'same',     'same'   ]) },
  Append:      { new:      row([ 'join?',   'join?',   'join'     ], [ 'join?',   'join one', 'join'   ]),
                 existing: row([ 'join?',   'join?',   'join'     ], [ 'join?',   'join one', 'join'   ]) },
  Ignore:      { new:      row([ 'own',     'own',     'own'      ], [ 'own',     'own',      'own'    ]),
                 existing: row([ 'own',     'own',     'own'      ], [ 'own',     'own',      'own'    ]) },
  'not named': { new:      row([ 'own',     'own',     'share'    ], [ 'own',     'share',    'share'  ]),
                 existing: row([ 'own',     'own',     'share'    ], [ 'own',     'share',    'share'  ]) },
} satisfies Record<string, Record<TargetKind, Row>>

export type RelationRule = keyof typeof relationRules

/** The methods for relations (interface 2.3.4). */
export type RelationMethod = Exclude<RelationRule, 'not named'>
export const relationMethods = Object.keys(relationRules).filter(
  (rule): rule is RelationMethod => rule !== 'not named',
)

/** The rule for one end of a relation. */
export function relationResult(rule: RelationRule, target: TargetKind, end: RelationEnd): RelationResult {
  return relationRules[rule][target][end.member.role][end.member.cardinality]
}

/** The reason that a copy plan gives for each result. */
export const relationReasons: Record<RelationResult, string> = {
  same: 'The target refers to what the source refers to.',
  'same?': 'The source refers to nothing here.',
  copies: 'The target refers to copies of what the source refers to.',
  join: "The source's references are added after the target's own.",
  'join?': 'The source refers to nothing to add.',
  'join one': "The source's reference is taken over.",
  none: 'The relation is emptied.',
  own: "The source's references are ignored; the target keeps its own.",
  share: 'The target refers to what the source refers to, or to its copy where the request copies it.',
}

type Ends = readonly [oneToOne: RelationResult, oneToMany: RelationResult, manyToMany: RelationResult]

function row(parent: Ends, child: Ends): Row {
  return { Parent: byCardinality(parent), Child: byCardinality(child) }
}

function byCardinality([OneToOne, OneToMany, ManyToMany]: Ends): Record<Cardinality, RelationResult> {
  return { OneToOne, OneToMany, ManyToMany }
}
