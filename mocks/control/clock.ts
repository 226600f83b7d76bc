import { z } from 'zod'
import type { Call } from '../http/call.ts'
import { json, type Reply } from '../http/replies/reply.ts'
import { get, post, put, type Route } from '../http/routing/route.ts'

/** The sandbox's clock, which everything that has a time follows. */
export const clock: Route[] = [
  get('/__sandbox/clock', readClock, { access: 'open' }),
  put('/__sandbox/clock', setClock, { access: 'open' }),
  post('/__sandbox/clock/advance', advanceClock, { access: 'open' }),
]

const ClockInput = z.object({
  mode: z.enum(['real', 'frozen']),
  /** Where a frozen clock stands; where it is when left out. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** How far a running clock is ahead of the machine's, in milliseconds. */
  offset_ms: z.int().optional(),
})

const AdvanceInput = z.object({ ms: z.int() })

function readClock(call: Call): Reply {
  const { clock } = call.sandbox

  return json({ ...clock.setting, now: clock.timestamp() })
}

function setClock(call: Call): Reply {
  const { mode, at, offset_ms } = call.json(ClockInput)

  if (mode === 'real') call.sandbox.clock.run(offset_ms)
  else call.sandbox.clock.freeze(at === undefined ? undefined : Date.parse(at))

  return readClock(call)
}

function advanceClock(call: Call): Reply {
  call.sandbox.clock.advance(call.json(AdvanceInput).ms)

  return readClock(call)
}
