/** A folder of stored sandboxes can't be used: another process uses it, or it is damaged. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}
