import { loadExpressions } from '../../model/shared/expressions.ts'

/** A part of a sandbox that can be put back to what it was. */
export interface Holdable {
  /** Gives the function that puts back what is so now. */
  hold(): () => void
}

/** Does work as a whole: when it throws, every part is what it was before. */
export async function whole<R>(parts: readonly Holdable[], work: () => Promise<R>): Promise<R> {
  const loading = loadExpressions()

  if (loading) await loading

  const undo = parts.map((part) => part.hold())

  try {
    return await work()
  } catch (error) {
    for (const each of undo) each()
    throw error
  }
}
