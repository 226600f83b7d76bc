/** Wrong usage of a command. Its message is one line that says how to correct it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
