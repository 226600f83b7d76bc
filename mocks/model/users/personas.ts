/** The users that can always sign in; the initial password of each is the name. */
export interface Persona {
  name: string
  /** Id of the user's entity, of definition `User`. */
  userId: number
  role: 'administrator' | 'editor' | 'reader'
}

export const personas = [
  { name: 'admin', userId: 6, role: 'administrator' },
  { name: 'editor', userId: 7, role: 'editor' },
  { name: 'reader', userId: 8, role: 'reader' },
] as const satisfies readonly Persona[]
