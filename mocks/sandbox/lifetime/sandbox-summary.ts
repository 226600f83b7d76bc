import { z } from 'zod'
import { Timestamp } from '../../data/model/shared/json.ts'
import { defaultSandboxId } from '../sandbox-id.ts'
import type { Sandbox } from '../sandbox.ts'

/** When and why a sandbox expired. */
export const Expired = z.object({ reason: z.string(), at: Timestamp })

/** An item in a list of sandboxes, without its links, which depend on the request. Times are the machine's. */
export const SandboxSummary = z.object({
  id: z.string(),
  is_default: z.boolean(),
  seed: z.int(),
  entities: z.int(),
  changes: z.int(),
  snapshots: z.int(),
  created_on: Timestamp.describe('When this server created it, or restored it after a start.'),
  last_used_on: Timestamp,
  is_in_use: z.boolean(),
  expired: Expired.optional().describe('The expired sandbox that this one replaces.'),
})
export type SandboxSummary = z.infer<typeof SandboxSummary>

export function summaryOf(sandbox: Sandbox): SandboxSummary {
  const { predecessor, uses } = sandbox

  return {
    id: sandbox.id,
    is_default: sandbox.id === defaultSandboxId,
    seed: sandbox.control.seed,
    entities: sandbox.data.entities.size,
    changes: sandbox.history.sequence,
    snapshots: sandbox.state.checkpoints.snapshots.size,
    created_on: new Date(uses.beganAt).toISOString(),
    last_used_on: new Date(uses.lastAt).toISOString(),
    is_in_use: uses.areInProgress,
    ...(predecessor && { expired: { reason: predecessor.reason, at: predecessor.at } }),
  }
}
