/** The cultures of the built-in domain; the first is the default. */
export const cultures = ['en-US', 'nl-NL', 'de-DE'] as const

/** When, and by whom, what is built in was made, and what data of others does not say it of: before everything generated. */
export const madeOn = '2023-06-01T08:00:00.000Z'
export const madeBy = 6
