/** The command was called in a way it can't be carried out. Its message is one line that says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
