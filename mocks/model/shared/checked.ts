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
  const parsed = parseWithFailures(failures, schema, value, undefined, name)

  failures.throwIfAny()

  return parsed as T // defined, since nothing failed
}

/**
 * Parses one of several values whose failures are reported together; undefined when it is invalid.
 *
 * @param place for a batch of a list: its name, and the index in it of the first record of the batch
 */
export function parseWithFailures<T>(
  failures: FailureSink,
  schema: z.ZodType<T>,
  value: unknown,
  place?: { readonly list: string; readonly start: number },
  name = 'body',
): T | undefined {
  const parsed = schema.safeParse(value, { error: zodMessages })

  if (parsed.success) return parsed.data

  for (const { path, message } of problemsIn(parsed.error.issues)) {
    const [first, ...rest] = path
    const whole = place ? [place.list, place.start + Number(first), ...rest] : path

    failures.add(whole.join('.') || name, message)
  }

  return undefined
}
