/** The methods for properties (interface 2.3.5). */
export const propertyMethods = ['Keep', 'Remove', 'Overwrite', 'Ignore'] as const
export type PropertyMethod = (typeof propertyMethods)[number]

/** Whether the target is a new entity or the destination that the request names. */
export type TargetKind = 'new' | 'existing'

/** The target's value by rule. */
export type PropertyResult =
  /** the source's value */
  | 'source'
  /** no value */
  | 'null'
  /** `new_value` */
  | 'new value'
  /** the value the target has; a new target has none */
  | 'own'

type Row = Record<TargetKind, PropertyResult>

/**
 * Interface 4.3.6, for plain properties and for unique ones: two entities can't share the value of a
 * unique property, so its source value is never applied. A property that no option names is kept.
 */
// oxfmt-ignore
export const propertyRules: Record<PropertyMethod, Record<'plain' | 'unique', Row>> = {
  //           plain property                                 unique property
  //           new target         existing target             new target         existing target
  Keep:      { plain: row('source',    'source'),    unique: row('own',       'own') },
  Remove:    { plain: row('null',      'null'),      unique: row('null',      'null') },
  Overwrite: { plain: row('new value', 'new value'), unique: row('new value', 'new value') },
  Ignore:    { plain: row('own',       'own'),       unique: row('own',       'own') },
}

export const defaultPropertyMethod: PropertyMethod = 'Keep'

/** The reason that a copy plan gives for each result. */
export const propertyReasons: Record<PropertyResult, string> = {
  source: 'The source value is applied.',
  null: 'The value is removed.',
  'new value': 'The value is replaced by new_value.',
  own: 'The source value is ignored; the target keeps its own.',
}

export const uniqueReason = 'The property is unique, so the source value is not copied.'

function row(forNew: PropertyResult, forExisting: PropertyResult): Row {
  return { new: forNew, existing: forExisting }
}
