/** Something that an import changed or skipped, and where. */
export interface ImportNote {
  /** The note and its reason, in a sentence. */
  readonly text: string
  /** How often. */
  readonly count: number
  /** The first places: `schema/Book.json`, `items.3.properties.Title`. */
  readonly places: readonly string[]
}

/** The result of importing data into a sandbox. */
export interface ImportSummary {
  /** How many records of each kind the sandbox took. */
  readonly taken: Readonly<Record<string, number>>
  /** Values that were changed to fit. */
  readonly changed: readonly ImportNote[]
  /** Values that were skipped. */
  readonly skipped: readonly ImportNote[]
}
