import type { z } from 'zod'
import { FailureList } from './errors.ts'

/**
 * A value in the shape of `schema`.
 *
 * @param name what the value is called where it is wrong as a whole
 *
 * @throws {InvalidRequest} naming every member that does not fit
 */
export function checked<T>(schema: z.ZodType<T>, value: unknown, name = 'body'): T {
  const failures = new FailureList()
  const lost = placeOfProto(value)

  if (lost) failures.add(lost.join('.'), 'A member can\'t have the name "__proto__".')
  failures.throwIfAny()

  const parsed = schema.safeParse(value)

  if (parsed.success) return parsed.data

  for (const issue of parsed.error.issues) failures.add(issue.path.join('.') || name, issue.message)
  failures.throwIfAny()

  throw parsed.error
}

/** Where a member has the one name that objects can't be trusted to keep: it would be lost without a word. */
function placeOfProto(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined

  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__') return [name]
    const place = placeOfProto(inner)

    if (place) return [name, ...place]
  }

  return undefined
}
