/** A folder that sandboxes are stored in can't be used: another process has it, or it is damaged. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}
