import { z } from 'zod'
import { encodeItem } from './item-bytes.ts'
import type { StoredItem } from './log-storage.ts'

/**
 * The valid extent of a log. Base items beyond it, and entries that the base includes, are left over from unfinished
 * writes.
 */
export const Head = z.object({
  version: z.literal(2),
  /** Whether the log is valid: its first base is complete, and it is not being deleted. */
  isValid: z.boolean(),
  /** Numbers of the base's first item, and of the one after its last. */
  base: z.tuple([z.number(), z.number()]),
  /** Number of the last entry that the base includes. */
  covered: z.number(),
  /** Number of the last entry. */
  last: z.number(),
})
export type Head = z.infer<typeof Head>

/** The head of an empty log. */
export const emptyHead: Head = { version: 2, isValid: true, base: [0, 0], covered: 0, last: 0 }

export function headItem(log: string, head: Head): StoredItem {
  return encodeItem(log, 'head', 0, head)
}
