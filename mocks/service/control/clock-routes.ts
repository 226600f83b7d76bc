import { z } from 'zod'
import { Timestamp } from '../../data/model/shared/json.ts'
import { shortened } from '../../data/model/shared/suggestion.ts'
import { withIgnored } from '../../data/model/shared/ignored-members.ts'
import { runningClock, type Clock } from '../../sandbox/time/clock.ts'
import type { BodyCall, Call } from '../http/call.ts'
import { json, type Reply } from '../http/replies/reply.ts'
import { reply, type Route } from '../http/declare-route.ts'
import { get, post, put } from './control-route.ts'

const Milliseconds = z.int({
  error: ({ input }) =>
    `Expected a number: whole milliseconds such as 7200000, not ${shortened(JSON.stringify(input ?? null))}.`,
})

const RunningInput = z.object({
  mode: z.literal('real'),
  /** How far the clock is ahead of the machine's, in milliseconds. Default 0. */
  offset_ms: Milliseconds.optional(),
})
const FrozenInput = z.object({
  mode: z.literal('frozen'),
  /** The time to freeze the clock at. Default its current time. */
  at: z.iso.datetime({ offset: true }).optional(),
})

/** What GET returns can be sent back. */
const ClockInput = z.discriminatedUnion('mode', [
  withIgnored(RunningInput, ['now']),
  withIgnored(FrozenInput, ['now', 'offset_ms']),
])

const AdvanceInput = z.object({ ms: Milliseconds })
export const ClockResource = z.object({
  mode: z.enum(['real', 'frozen']),
  at: Timestamp.optional().describe('The time of a frozen clock.'),
  offset_ms: z.number().describe('How far a running clock is ahead of the machine’s.'),
  now: Timestamp,
})

/** The sandbox's clock, the source of all its times. */
export const clock: Route[] = [
  get('/__sandbox/clock', readClock, {
    description: 'Reads the clock.',
    replies: { 200: reply('The clock.', ClockResource) },
  }),
  put('/__sandbox/clock', setClock, {
    description: 'Freezes the clock, or lets it run.',
    body: ClockInput,
    replies: { 200: reply('The clock.', ClockResource) },
  }),
  post('/__sandbox/clock/advance', advanceClock, {
    description: 'Moves the clock.',
    body: AdvanceInput,
    replies: { 200: reply('The clock.', ClockResource) },
  }),
]

function readClock(call: Call): Reply {
  return json(clockResource(call.clock))
}

export function clockResource(clock: Clock): z.infer<typeof ClockResource> {
  return { ...clock.setting, now: clock.timestamp() }
}

async function setClock(call: BodyCall<typeof ClockInput>): Promise<Reply> {
  const { body } = call

  call.change((draft) => {
    const at = body.mode === 'frozen' && body.at !== undefined ? Date.parse(body.at) : undefined

    draft.set({ clock: body.mode === 'real' ? runningClock(body.offset_ms) : draft.clock.frozen(at) })
  })

  return readClock(call)
}

async function advanceClock(call: BodyCall<typeof AdvanceInput>): Promise<Reply> {
  call.change((draft) => draft.set({ clock: draft.clock.advanced(call.body.ms) }))

  return readClock(call)
}
