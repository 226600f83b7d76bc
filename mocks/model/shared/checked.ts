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
  const parsed = schema.safeParse(value)

  if (parsed.success) return parsed.data

  const failures = new FailureList()

  for (const issue of parsed.error.issues) failures.add(issue.path.join('.') || name, issue.message)
  failures.throwIfAny()

  throw parsed.error
}
