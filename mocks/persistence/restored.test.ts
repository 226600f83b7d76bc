import { expect, test } from 'vitest'
import { createEmptySandbox, createSandbox } from '../create-sandbox.ts'
import { wholeLog } from './log-recorder.ts'
import { newlyBegun, revive } from './restored.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { KeptWorld } from './sandbox-log.ts'

test.each([
  { chosen: undefined, auth: 'default', acting: 'editor' },
  { chosen: undefined, auth: 'required', acting: null },
  { chosen: 'reader', auth: 'default', acting: 'reader' },
  { chosen: 'reader', auth: 'required', acting: 'reader' },
] as const)(
  'the acting user of a revived sandbox: chosen $chosen, auth $auth, so $acting',
  async ({ chosen, auth, acting }) => {
    const sandbox = await createSandbox({ entities: 0 })

    if (chosen) sandbox.actingUser = chosen

    expect((await revivedFrom(sandbox, { auth })).actingUser).toBe(acting)
  },
)

async function revivedFrom(sandbox: Sandbox, options: { auth: 'default' | 'required' }): Promise<Sandbox> {
  const { origin, main } = newlyBegun(sandbox)
  const world = new KeptWorld()

  for (const entry of wholeLog(origin, [main])) await world.apply(entry)

  return revive(world, createEmptySandbox(options)).main
}
