import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import { optionalBody } from '../../http/declaration/body.ts'
import { reply } from '../../http/declaration/reply.ts'
import type { Route } from '../../http/declaration/route.ts'
import { get, post } from '../control-route.ts'
import { Differences, differenceOf } from '../data/difference.ts'

const ResetInput = z.object({
  /** Another seed to generate the data from. */
  seed: z.int().optional(),
  /** Whether the clock is reset too. */
  clock: z.boolean().optional(),
})

type ResetInput = z.infer<typeof ResetInput>

export const reset: Route[] = [
  get('/__sandbox/reset', readReset, {
    description: 'Returns what a reset with the current seed would change.',
    replies: {
      200: reply('Numbers of records, by table.', z.object({ seed: z.int(), changes: Differences })),
    },
  }),
  post('/__sandbox/reset', resetSandbox, {
    description:
      'Resets the sandbox to its baseline, in constant time unless a different seed requires new data.',
    body: optionalBody(ResetInput),
    replies: { 204: reply('The sandbox was reset.') },
  }),
]

function readReset(call: Call): Reply {
  const { baseline, settings, store } = call.sandbox

  return json({ seed: settings.seed, changes: differenceOf(store.state, baseline.state) })
}

async function resetSandbox(call: Call<unknown, ResetInput>): Promise<Reply> {
  const { seed, clock } = call.body

  await call.sandbox.reset({ seed, clock, by: call.userName })
  call.sandboxes.dismissExpiryNotice(call.sandbox.id)

  return noContent()
}
