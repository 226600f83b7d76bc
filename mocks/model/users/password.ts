import { z } from 'zod'

/** A password that was set for a user. It is stored as plain text, since nothing in a sandbox is secret. */
export const Password = z.object({ userId: z.int(), password: z.string() })
export type Password = z.infer<typeof Password>
