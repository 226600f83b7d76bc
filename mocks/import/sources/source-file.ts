/** A file by its path inside the source. */
export interface SourceFile {
  readonly path: string
  readonly bytes: Uint8Array
}
