/** The cultures of the built-in domain; the first is the default. */
export const cultures = ['en-US', 'nl-NL', 'de-DE'] as const

/** Creation time and creator (user id) of built-in records, and of imported records that lack them. */
export const defaultCreatedOn = '2023-06-01T08:00:00.000Z'
export const defaultCreatedBy = 6
