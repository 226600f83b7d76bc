/** The cultures of the built-in domain; the first is the default. */
export const cultures = ['en-US', 'nl-NL', 'de-DE'] as const

/** When, and by whom, what is built in was made. */
export const madeOn = '2023-06-01T08:00:00.000Z'
export const madeBy = 6
