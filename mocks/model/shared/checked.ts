import type { z } from 'zod'
import { FailureList, type FailureSink } from './errors.ts'
import { zodMessages, problemsIn } from './validation-messages.ts'

/**
 * Parses a value with `schema`.
 *
 * @param name of the value, for failures that concern no single member
 *
 * @throws {InvalidRequest} naming every invalid member
 */
export function checked<T>(schema: z.ZodType<T>, value: unknown, name = 'body'): T {
  const failures = new FailureList()
  const parsed = parseInto(failures, schema, value, [], name)

  failures.throwIfAny()

  return parsed as T // defined, since nothing failed
}

/**
 * Parses one of several values whose failures are reported together; undefined when it is invalid.
 *
 * @param place of the value: the name of a list, and the index of its first record in that list
 */
export function parseInto<T>(
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
