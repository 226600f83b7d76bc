/** A file by its path inside the source. */
export interface SourceFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** A JSON value, and where it was found. */
export interface Document {
  readonly place: string
  readonly value: unknown
  /** Whether it is one of several files of a folder or zip, which may contain other files too. */
  readonly isOneOfMany: boolean
}
