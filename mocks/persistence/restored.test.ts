import { expect, test } from 'vitest'
import { createEmptySandbox, createSandbox } from '../create-sandbox.ts'
import { wholeLog } from './log-recorder.ts'
import { freshSandboxes, restore } from './restored.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { LoggedWorld } from './sandbox-log.ts'

test.each([
  { chosen: undefined, auth: 'default', acting: 'editor' },
  { chosen: undefined, auth: 'required', acting: null },
  { chosen: 'reader', auth: 'default', acting: 'reader' },
  { chosen: 'reader', auth: 'required', acting: 'reader' },
] as const)(
  'the acting user of a restored sandbox: chosen $chosen, auth $auth, so $acting',
  async ({ chosen, auth, acting }) => {
    const sandbox = await createSandbox({ entities: 0 })

    if (chosen) sandbox.actingUser = chosen

    expect((await restoredFrom(sandbox, { auth })).actingUser).toBe(acting)
  },
)

async function restoredFrom(sandbox: Sandbox, options: { auth: 'default' | 'required' }): Promise<Sandbox> {
  const { origin, main } = freshSandboxes(sandbox)
  const world = new LoggedWorld()

  for (const entry of wholeLog(origin, [main])) await world.apply(entry)

  return restore(world, await createEmptySandbox(options)).main
}
