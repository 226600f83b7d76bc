import { z } from 'zod'
import { ApiError } from '../../model/shared/errors.ts'
import { Timestamp } from '../../model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import { optionalBody } from '../../http/declaration/body.ts'
import { Refusal, reply } from '../../http/declaration/reply.ts'
import type { Route } from '../../http/declaration/route.ts'
import { get, post } from '../control-route.ts'
import type { HistoryEntry } from '../../sandbox/state/history.ts'
import { Differences, differenceOf } from '../data/difference.ts'

const ResetInput = z.object({
  /** Another seed to grow the data from. */
  seed: z.int().optional(),
  /** Whether the clock goes back to how it was first as well. */
  clock: z.boolean().optional(),
})

type ResetInput = z.infer<typeof ResetInput>

const StepResource = z.object({
  sequence: z.int(),
  at: Timestamp,
  steps: z.object({ undo: z.int(), redo: z.int() }),
})

/** Back to how a sandbox began, and one change back or forth. */
export const reset: Route[] = [
  get('/__sandbox/reset', readReset, {
    does: 'Tells what a reset would change, without a seed of its own.',
    replies: {
      200: reply('Numbers of records, by table.', z.object({ seed: z.int(), changes: Differences })),
    },
  }),
  post('/__sandbox/reset', resetSandbox, {
    does: 'Takes the sandbox back to how it began. Constant time at any size, unless another seed makes other data.',
    body: optionalBody(ResetInput),
    replies: { 204: reply('The sandbox is as it began.') },
  }),
  post('/__sandbox/undo', undo, {
    does: 'Takes back the latest change.',
    replies: { 200: reply('The step.', StepResource), 409: reply('There is nothing to undo.', Refusal) },
  }),
  post('/__sandbox/redo', redo, {
    does: 'Makes the change anew that was taken back last.',
    replies: { 200: reply('The step.', StepResource), 409: reply('There is nothing to redo.', Refusal) },
  }),
]

function readReset(call: Call): Reply {
  const { first, settings, store } = call.sandbox

  return json({ seed: settings.seed, changes: differenceOf(store.state, first.state) })
}

async function resetSandbox(call: Call<unknown, ResetInput>): Promise<Reply> {
  const { seed, clock } = call.body

  await call.sandbox.reset({ seed, clock, by: call.userName })
  call.sandboxes.acknowledge(call.sandbox.id)

  return noContent()
}

async function undo(call: Call): Promise<Reply> {
  return stepped(
    call,
    await call.sandbox.transact((turn) => call.sandbox.history.undo(turn), call.userName),
    'undo',
  )
}

async function redo(call: Call): Promise<Reply> {
  return stepped(
    call,
    await call.sandbox.transact((turn) => call.sandbox.history.redo(turn), call.userName),
    'redo',
  )
}

function stepped(call: Call, entry: HistoryEntry | undefined, step: 'undo' | 'redo'): Reply {
  if (!entry) throw new ApiError(409, `There is nothing to ${step} in this sandbox.`)

  return json({ sequence: entry.sequence, at: entry.at, steps: call.sandbox.history.steps })
}
