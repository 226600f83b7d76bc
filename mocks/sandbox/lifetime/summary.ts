import { z } from 'zod'
import { expiryReasons } from './expiry.ts'
import type { LoadedSandbox } from './loaded-sandbox.ts'

/** An item in a list of sandboxes. Times are milliseconds since 1970, the machine's clock. */
export const SandboxSummary = z.object({
  id: z.string(),
  seed: z.number(),
  entities: z.number(),
  changes: z.number(),
  snapshots: z.number(),
  createdAt: z.number(),
  lastUsedAt: z.number(),
  isInUse: z.boolean(),
  /** When and why the sandbox that had this id before expired. */
  expired: z.object({ reason: z.enum(expiryReasons), at: z.number() }).optional(),
})
export type SandboxSummary = z.infer<typeof SandboxSummary>

export function summaryOf(loaded: LoadedSandbox): SandboxSummary {
  const { sandbox, predecessor } = loaded

  return {
    id: sandbox.id,
    seed: sandbox.settings.seed,
    entities: sandbox.data.entities.size,
    changes: sandbox.history.sequence,
    snapshots: sandbox.snapshots.list().length,
    createdAt: loaded.createdAt,
    lastUsedAt: loaded.lastUsedAt,
    isInUse: loaded.isInUse,
    ...(predecessor ? { expired: { reason: predecessor.reason, at: predecessor.at } } : {}),
  }
}
