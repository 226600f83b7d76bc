/** Wrong usage of a command. Its message says how to correct it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
