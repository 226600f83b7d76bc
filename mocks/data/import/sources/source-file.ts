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

/** The files beside an archive that have its bodies. They are never elsewhere. */
export function attachedPaths(file: SourceFile): string[] {
  const text = isHar(file) ? new TextDecoder().decode(file.bytes) : ''
  const names = text.matchAll(/"_file"\s*:\s*"(\w[\w.-]*)"/g)

  return [...new Set(Array.from(names, ([, name = '']) => besideOf(file.path, name)))]
}

/** A JSON value, and where it was found. */
export interface Document {
  readonly place: string
  readonly value: unknown
  /** Whether it is one of several files of a folder or zip, which may contain other files too. */
  readonly isOneOfMany: boolean
}
