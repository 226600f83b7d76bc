import { z } from 'zod'

/** A whole number, which some programs send as text: `7` and `"7"`, but not `""` or `true`. */
export function numberOrText(number: z.ZodInt = z.int()): z.ZodType<number> {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    number,
  )
}
