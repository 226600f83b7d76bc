import { z } from 'zod'
import type { EntityMessage } from '../../data/model/messages/message.ts'

/**
 * `waiting` to be sent, or sent again; `sent`: a receiver has accepted it; `failed`: given up; `withheld`: not to be sent to
 * this address, or from here; `lost` by a fault.
 */
const states = ['waiting', 'sent', 'failed', 'withheld', 'lost'] as const

/** A message for one receiver. */
export const StoredMessage = z.object({
  /** They are numbered in the order in which they were made. */
  number: z.int(),
  /** When it was made, ISO 8601 UTC on the sandbox's clock. */
  at: z.string(),
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Not checked again: the sandbox has made it. */
  body: z.custom<EntityMessage>(),
  state: z.enum(states),
  /** How many times it was sent. */
  attempts: z.int(),
  /** When it is to be sent next: milliseconds since 1970, on the sandbox's clock. */
  next: z.number(),
  /** Status of the last answer; null without one. */
  status: z.int().nullable(),
  /** Why it was not accepted or sent. */
  problem: z.string().nullable(),
})
export type StoredMessage = Readonly<z.infer<typeof StoredMessage>>
