import { expect, test } from 'vitest'
import { createEmptySandbox, buildSandbox } from '../../local/build-sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { readLogs, readInitialState, writeInitialState } from './restored.ts'
import { initialStateOf, storedStateOf } from './stored-state.ts'

test.each([
  { chosen: undefined, auth: 'default', acting: 'editor' },
  { chosen: undefined, auth: 'required', acting: null },
  { chosen: 'reader', auth: 'default', acting: 'reader' },
  { chosen: 'reader', auth: 'required', acting: 'reader' },
] as const)(
  'a restored sandbox with the chosen user $chosen and auth $auth has the acting user $acting',
  async ({ chosen, auth, acting }) => {
    const sandbox = await buildSandbox({ entities: 0 })

    if (chosen) sandbox.runtimeSettings.actingUser = chosen

    expect((await restoredFrom(sandbox, { auth })).runtimeSettings.actingUser).toBe(acting)
  },
)

test('a defined scenario in progress is restored', async () => {
  const sandbox = await buildSandbox({ entities: 0 })
  const two = { after: { path: '/api/status' }, user: 'admin' }
  const scenario = { name: 'own', description: 'Two steps.', user: 'reader', steps: [two, two] }

  await sandbox.transact(async (transaction) => {
    await sandbox.scenarios.define(transaction, scenario)
    await sandbox.scenarios.enter(transaction, 'own')
  })

  const { scenarios } = await restoredFrom(sandbox, { auth: 'default' })

  expect(scenarios.state.defined).toEqual([scenario])
  expect([scenarios.active?.name, scenarios.stepsLeft]).toEqual(['own', 2])
})

test('the damage of an initial state without a baseline names the initial data', async () => {
  const storage = new MemoryStorage()
  const { slots, ...state } = storedStateOf(await createEmptySandbox())
  const current = new Map(Array.from(slots).filter(([slot]) => slot === 'current'))

  await writeInitialState(storage, { ...state, slots: current })

  await expect(readInitialState(storage)).rejects.toThrow('the initial data of sandboxes is damaged')
})

async function restoredFrom(sandbox: Sandbox, options: { auth: 'default' | 'required' }): Promise<Sandbox> {
  const storage = new MemoryStorage()

  await writeInitialState(storage, initialStateOf(storedStateOf(sandbox)))

  const initial = await readInitialState(storage)

  if (!initial) throw new Error('There is no initial state.')

  return (await readLogs(storage, initial, await createEmptySandbox(options))).defaultSandbox.sandbox
}
