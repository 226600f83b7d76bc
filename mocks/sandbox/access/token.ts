import { z } from 'zod'

/** A token that was issued in a sandbox, which is valid only there. */
export const Token = z.object({
  /** They are numbered in the order in which they were issued. */
  number: z.int(),
  token: z.string(),
  userId: z.number(),
  /** When an access token expires: milliseconds since 1970. Null for a refresh token, which ends when it is used. */
  expires: z.number().nullable(),
})
export type Token = z.infer<typeof Token>
