import { z } from 'zod'
import { ApiError } from '../../model/shared/errors.ts'
import type { Call } from '../../http/call.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import { get, post, type Route } from '../../http/routing/route.ts'
import type { HistoryEntry } from '../../sandbox/state/history.ts'
import { differenceOf } from '../data/difference.ts'

/** Back to how a sandbox began, and one change back or forth. */
export const reset: Route[] = [
  get('/__sandbox/reset', readReset, { access: 'open' }),
  post('/__sandbox/reset', resetSandbox, { access: 'open' }),
  post('/__sandbox/undo', undo, { access: 'open' }),
  post('/__sandbox/redo', redo, { access: 'open' }),
]

const ResetInput = z.object({
  /** Another seed to grow the data from. */
  seed: z.int().optional(),
  /** Whether the clock goes back to how it was first as well. */
  clock: z.boolean().optional(),
})

/** What a reset would change, without a seed of its own. */
function readReset(call: Call): Reply {
  const { first, settings, store } = call.sandbox

  return json({ seed: settings.seed, changes: differenceOf(store.state, first.state) })
}

/** Constant time at any size, unless another seed makes other data. */
async function resetSandbox(call: Call): Promise<Reply> {
  const { seed, clock } = call.jsonOrNothing(ResetInput)

  await call.sandbox.reset({ seed, clock, by: call.userName })
  call.service.sandboxes.acknowledge(call.sandbox.id)

  return noContent()
}

async function undo(call: Call): Promise<Reply> {
  return stepped(call, await call.sandbox.history.undo(call.userName), 'undo')
}

async function redo(call: Call): Promise<Reply> {
  return stepped(call, await call.sandbox.history.redo(call.userName), 'redo')
}

function stepped(call: Call, entry: HistoryEntry | undefined, step: 'undo' | 'redo'): Reply {
  if (!entry) throw new ApiError(409, `There is nothing to ${step} in this sandbox.`)

  return json({ sequence: entry.sequence, at: entry.at, steps: call.sandbox.history.steps })
}
