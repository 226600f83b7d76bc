import { z } from 'zod'

/** A password that was set for a user. In plain text: every secret of a sandbox is meant to be known. */
export const Password = z.object({ userId: z.int(), password: z.string() })
export type Password = z.infer<typeof Password>
