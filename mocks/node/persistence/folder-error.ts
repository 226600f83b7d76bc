/** A folder that sandboxes are kept in can't be used: another process has it, or what is in it is damaged. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}
