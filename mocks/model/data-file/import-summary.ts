/** A change or omission of an import, with its places. */
export interface ImportNote {
  /** What was changed or skipped and why, in a sentence. */
  readonly text: string
  /** The number of occurrences. */
  readonly count: number
  /** The first places: `schema/Book.json`, `items.3.properties.Title`. */
  readonly places: readonly string[]
}

/** The result of importing data into a sandbox. */
export interface ImportSummary {
  /** How many records of each kind were imported. */
  readonly imported: Readonly<Record<string, number>>
  /** What was added or adapted to make the data valid. */
  readonly changed: readonly ImportNote[]
  /** Values that were skipped. */
  readonly skipped: readonly ImportNote[]
}
