/** The users that every sandbox has; the initial password of each is the name. */
interface BuiltInUser {
  name: string
  /** Id of the user's entity, of definition `User`. */
  userId: number
  role: 'administrator' | 'editor' | 'reader'
}

export const builtInUsers = [
  { name: 'admin', userId: 6, role: 'administrator' },
  { name: 'editor', userId: 7, role: 'editor' },
  { name: 'reader', userId: 8, role: 'reader' },
] as const satisfies readonly BuiltInUser[]
