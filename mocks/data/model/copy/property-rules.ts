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

/** The same for Keep and a unique property: two entities can't share its value, so it is never copied. */
export const uniqueReasons = {
  own: 'The property is unique, so the source value is not copied.',
  fresh: 'The property is unique and mandatory, so the target gets the next free value.',
}
