/** Something that an import changed or left out, and where. */
export interface ImportNote {
  /** What, and why, in a sentence. */
  readonly text: string
  /** How often. */
  readonly count: number
  /** The first places: `schema/Book.json`, `items.3.properties.Title`. */
  readonly places: readonly string[]
}

/** What became of data that was given to a sandbox. */
export interface ImportSummary {
  /** How many records of each kind the sandbox took. */
  readonly taken: Readonly<Record<string, number>>
  /** What it took in another form than it was given in. */
  readonly changed: readonly ImportNote[]
  /** What it did not take. */
  readonly left_out: readonly ImportNote[]
}
