/** A part of a sandbox that can be restored to an earlier state. */
export interface Revertible {
  /** Returns a function that restores the current state. */
  savepoint(): () => void
}

/** Runs `work`; if it throws, restores the previous state of the parts. */
export async function withRollback<R>(parts: readonly Revertible[], work: () => Promise<R>): Promise<R> {
  const rollbacks = parts.map((part) => part.savepoint())

  try {
    return await work()
  } catch (error) {
    for (const rollBack of rollbacks) rollBack()
    throw error
  }
}
