import { changeStored } from '../../testing/change-stored.ts'
import { signedInUserIds, signIn } from '../access/sign-ins.ts'
import { withSnapshot, actingAs } from '../state/sandbox-state.ts'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { announceUpload, addPart } from '../../data/model/files/uploads.ts'
import { findUser } from '../../data/model/users/users.ts'
import type { Sandbox } from '../sandbox.ts'
import { MemoryStorage, withLogs } from '../../testing/memory-storage.ts'
import { setHealth } from '../../data/model/health/health-changes.ts'
import { LogRecorder } from './log-recorder.ts'
import { stepsBetween } from './log-step.ts'

/** A stored sandbox, and how many bytes were written since the last call. */
async function openPersistent(): Promise<{ sandbox: Sandbox; written: () => number }> {
  const sandbox = await buildSandbox({ data: { entities: [] } })
  let bytes = 0
  const storage = new MemoryStorage()
  const counting = withLogs(storage, (log) => ({
    put(items) {
      for (const item of items) bytes += item.bytes.length

      return log.put(items)
    },
  }))

  sandbox.recordWith(new LogRecorder(counting, sandbox.state, { compactAfter: Infinity }))

  return {
    sandbox,
    written: () => {
      const since = bytes

      bytes = 0

      return since
    },
  }
}

test('storing the acting user takes few bytes, however many users have signed in', async () => {
  const { sandbox, written } = await openPersistent()
  const user = findUser(sandbox.data, 'editor')

  for (let count = 0; count < 300; count++) {
    await changeStored(sandbox, (draft) => user && signIn(draft, user))
  }
  written()
  await changeStored(sandbox, (draft) => draft.set(actingAs('reader', draft)))

  expect(written()).toBeLessThan(1000)
})

test('expired tokens are removed by the next sign-in', async () => {
  const { sandbox } = await openPersistent()
  const user = findUser(sandbox.data, 'editor')

  for (let count = 0; count < 20; count++) {
    await changeStored(sandbox, (draft) => user && signIn(draft, user))
  }
  await changeStored(sandbox, (draft) => draft.set({ clock: draft.clock.advanced(2 * 3600 * 1000) }))
  await changeStored(sandbox, (draft) => user && signIn(draft, user))

  expect(signedInUserIds(sandbox.state, 0)).toHaveLength(1)
})

test('storing a part of an upload does not rewrite the previous parts', async () => {
  const { sandbox, written } = await openPersistent()
  const part = new Uint8Array(30_000)
  const sizes: number[] = []
  const { identifier } = await changeStored(sandbox, (draft) =>
    announceUpload(
      draft,
      { fileName: 'a.bin', size: 20 * part.length, action: 'NewAsset', entityId: undefined },
      { newIdentifier: () => draft.random.identifier() },
    ),
  )

  written()
  for (let number = 0; number < 20; number++) {
    await changeStored(sandbox, (draft) => addPart(draft, identifier, number, part))
    sizes.push(written())
  }

  expect(Math.max(...sizes)).toBeLessThan(50_000)
})

test('the base of a log has its data once, however many snapshots there are', async () => {
  const sandbox = await buildSandbox({ entities: 50 })
  const initial = sandbox.state
  const sizeOfBase = () => JSON.stringify(stepsBetween(initial, sandbox.state)).length

  await sandbox.reset({ seed: 2 })

  const size = sizeOfBase()

  for (const name of ['one', 'two', 'three']) {
    sandbox.change((draft) => {
      setHealth(draft, name, { label: 'Red' }, { now: 0 })
      draft.checkpoints = withSnapshot(draft.checkpoints, name, draft.checkpoint())
    })
  }

  expect(sizeOfBase()).toBeLessThan(1.1 * size)
})
