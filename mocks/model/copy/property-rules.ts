/** The methods for properties (interface 2.3.5). */
export const propertyMethods = ['Keep', 'Remove', 'Overwrite', 'Ignore'] as const
export type PropertyMethod = (typeof propertyMethods)[number]

/** Whether the target is a new entity or the destination in the request. */
export type TargetKind = 'new' | 'existing'

/** The resulting value of the target. */
export type PropertyResult =
  /** the value of the source */
  | 'source'
  /** no value */
  | 'null'
  /** `new_value` */
  | 'new value'
  /** the previous value of the target; none for a new target */
  | 'own'

type Row = Record<TargetKind, PropertyResult>

/**
 * Interface 4.3.6, for plain and unique properties. Two entities can't share the value of a unique property, so it is
 * never copied. The default is Keep.
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

/** The explanation of each result in a copy plan. */
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
