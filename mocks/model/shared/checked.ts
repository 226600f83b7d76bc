import type { z } from 'zod'
import { FailureList, type FailureSink } from './errors.ts'
import { zodMessages, problemsIn } from './validation-messages.ts'

/**
 * A value in the shape of `schema`.
 *
 * @param name of the value in the message where it is wrong as a whole
 *
 * @throws {InvalidRequest} naming every member that does not fit
 */
export function checked<T>(schema: z.ZodType<T>, value: unknown, name = 'body'): T {
  const failures = new FailureList()
  const parsed = parsedInto(failures, schema, value, [], name)

  failures.throwIfAny()

  return parsed as T // there is one where nothing failed
}

/**
 * The same for one of several values whose failures are reported together.
 *
 * @param place of the value: a list, and the index of its first record in that list
 */
export function parsedInto<T>(
  failures: FailureSink,
  schema: z.ZodType<T>,
  value: unknown,
  [list, start]: readonly [string?, number?] = [],
  name = 'body',
): T | undefined {
  const parsed = schema.safeParse(value, { error: zodMessages })

  if (parsed.success) return parsed.data

  for (const { path, message } of problemsIn(parsed.error.issues)) {
    const [first, ...rest] = path
    const whole = list === undefined ? path : [list, (start ?? 0) + Number(first), ...rest]

    failures.add(whole.join('.') || name, message)
  }

  return undefined
}
