/** A file by its path inside the source. */
export interface SourceFile {
  readonly path: string
  readonly bytes: Uint8Array
}

export function isHar({ path }: SourceFile): boolean {
  return /\.har$/i.test(path)
}

/** The path of another file in the same folder. */
export function besideOf(path: string, name: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) + name
}

/** A JSON value, and where it was found. */
export interface Document {
  readonly place: string
  readonly value: unknown
  /** Whether it is one of several files of a folder or zip, which may contain other files too. */
  readonly isOneOfMany: boolean
}
