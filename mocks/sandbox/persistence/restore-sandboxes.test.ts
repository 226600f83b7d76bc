import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEmptySandbox, buildSandbox } from '../../local/build-sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { openStored } from '../../local/open-stored.ts'
import { noteData, writeNote } from '../../testing/note-data.ts'
import { runs, seed } from '../../testing/scale.ts'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { restoreSandboxes, readInitialState, writeInitialState } from './restore-sandboxes.ts'
import { SandboxLog } from './sandbox-log.ts'
import { activeScenario, defineScenario, enterScenario } from '../scenarios/sandbox-scenarios.ts'
import { withoutSnapshot, withSnapshot, actingAs, actingUserOf } from '../state/sandbox-state.ts'
import { changeStored } from '../../testing/change-stored.ts'
import { memoryInUse } from '../../testing/deep/soak.ts'

test.each([
  { chosen: undefined, auth: 'default', acting: 'editor' },
  { chosen: undefined, auth: 'required', acting: null },
  { chosen: 'reader', auth: 'default', acting: 'reader' },
  { chosen: 'reader', auth: 'required', acting: 'reader' },
] as const)(
  'a restored sandbox with the chosen user $chosen and auth $auth has the acting user $acting',
  async ({ chosen, auth, acting }) => {
    const sandbox = await buildSandbox({ entities: 0 })

    if (chosen) sandbox.change((draft) => draft.set(actingAs(chosen, draft)))

    expect(actingUserOf(await restoredFrom(sandbox, { auth }))).toBe(acting)
  },
)

test('a defined scenario in progress is restored', async () => {
  const sandbox = await buildSandbox({ entities: 0 })
  const two = { after: { path: '/api/status' }, user: 'admin' }
  const scenario = { name: 'own', description: 'Two steps.', user: 'reader', steps: [two, two] }

  sandbox.change((draft) => {
    defineScenario(draft, scenario)
    enterScenario(draft, 'own')
  })

  const restored = await restoredFrom(sandbox, { auth: 'default' })

  expect(restored.control.definedScenarios).toEqual([scenario])
  expect(activeScenario(restored)).toMatchObject({ scenario: { name: 'own' }, steps: [two, two] })
})

test('the damage of an initial state without a baseline names the initial data', async () => {
  const storage = new MemoryStorage()
  const log = await SandboxLog.open(storage, '')

  await log.append([{ do: 'set', slot: 'current', from: 'current' }])

  await expect(readInitialState(storage)).rejects.toThrow('the initial data of sandboxes is damaged')
})

test('after a restart snapshots have the time and place that they had, however they were taken', async () => {
  const name = fc.constantFrom('a', 'b', 'c')
  const take = (taken: 'a' | 'b') => ({ do: 'take' as const, name: taken })
  const step = fc.oneof(
    fc.record({ do: fc.constant('take' as const), name }),
    fc.record({ do: fc.constant('delete' as const), name }),
    fc.record({ do: fc.constant('wait' as const) }),
    fc.record({ do: fc.constant('write' as const), text: fc.string() }),
  )

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 15 }), async (steps) => {
      const storage = new MemoryStorage()
      let now = 0
      const open = async () =>
        (await openStored(storage, { data: noteData, machineClock: () => now })).sandboxes.default
      const sandbox = await open()

      for (const step of steps) {
        if (step.do === 'wait') now += 1000
        await changeStored(sandbox, (draft) => {
          const { checkpoints } = draft

          if (step.do === 'take') draft.checkpoints = withSnapshot(checkpoints, step.name, draft.checkpoint())
          if (step.do === 'delete') draft.checkpoints = withoutSnapshot(checkpoints, step.name)
        })
        if (step.do === 'write') await writeNote(sandbox, step.text)
      }

      const timesOf = ({ state }: Sandbox) =>
        Array.from(state.checkpoints.snapshots, ([each, { at }]) => [each, at])

      expect(timesOf(await open())).toEqual(timesOf(sandbox))
    }),
    {
      numRuns: runs(10, 200),
      seed,
      examples: [[[take('a'), take('b'), { do: 'wait' }, take('a')]], [[take('a'), take('b'), take('a')]]],
    },
  )
})

async function restoredFrom(sandbox: Sandbox, options: { auth: 'default' | 'required' }): Promise<Sandbox> {
  const storage = new MemoryStorage()

  await writeInitialState(storage, sandbox.state)

  const initial = await readInitialState(storage)

  if (!initial) throw new Error('There is no initial state.')

  return (await restoreSandboxes(storage, initial, await createEmptySandbox(options))).defaultSandbox.sandbox
}

test('equal long texts share their memory after a start, as those of copies did before', async () => {
  const storage = new MemoryStorage()
  const text = 'x'.repeat(1_000_000)
  const definitions = [
    { name: 'Note', member_groups: [{ name: 'Main', members: [{ type: 'String' as const, name: 'Text' }] }] },
  ]
  const entities = Array.from({ length: 20 }, (_, index) => ({
    definition: 'Note',
    id: 5000 + index,
    properties: { Text: text },
  }))
  const sandbox = await buildSandbox({ data: { definitions, entities } })

  await writeInitialState(storage, sandbox.state)

  const before = memoryInUse()
  const initial = await readInitialState(storage)
  const grown = memoryInUse() - before

  expect(initial?.data.tables.entities.get(5019)?.properties.Text).toBe(text)
  // Apart, they would take 20 MB.
  expect(grown).toBeLessThan(10e6)
})
