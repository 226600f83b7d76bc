/** A part of a sandbox that can be restored to an earlier state. */
export interface Revertible {
  /** Returns a function that restores the present state. */
  savepoint(): () => void
}

/** Runs `work`; when it throws, the parts are restored to what they were before it. */
export async function withRollback<R>(parts: readonly Revertible[], work: () => Promise<R>): Promise<R> {
  const rollbacks = parts.map((part) => part.savepoint())

  try {
    return await work()
  } catch (error) {
    for (const rollBack of rollbacks) rollBack()
    throw error
  }
}
