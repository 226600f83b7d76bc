import { validationOf } from '../../sandbox/state/sandbox-state.ts'
import { z } from 'zod'
import type { BodyCall, Call } from '../http/call.ts'
import { reply, type Route } from '../http/declare-route.ts'
import { json, type Reply } from '../http/replies/reply.ts'
import { validationLevels } from '../../sandbox/sandbox-settings.ts'
import { get, put } from './control-route.ts'

const Validation = z.strictObject({ level: z.enum(validationLevels) })

/** The treatment of invalid and ignored parts of requests. */
export const validation: Route[] = [
  get('/__sandbox/validation', readLevel, {
    description:
      'Returns the validation level: whether invalid or ignored input passes, causes a warning, or is rejected with 400.',
    replies: { 200: reply('The level.', Validation) },
  }),
  put('/__sandbox/validation', setLevel, {
    description: 'Sets the validation level.',
    body: Validation,
    replies: { 200: reply('The level.', Validation) },
  }),
]

function readLevel(call: Call): Reply {
  return json({ level: validationOf(call) })
}

async function setLevel(call: BodyCall<typeof Validation>): Promise<Reply> {
  const { level } = call.body

  call.change((draft) => draft.set({ validation: level === call.settings.validate ? null : level }))

  return readLevel(call)
}
