import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { announceUpload, addPart } from '../../data/model/files/uploads.ts'
import { findUser } from '../../data/model/users/users.ts'
import type { Sandbox } from '../sandbox.ts'
import { MemoryStorage, withLogs } from '../../testing/memory-storage.ts'
import { setHealth } from '../../data/model/health/changes.ts'
import { LogRecorder } from './log-recorder.ts'
import { entriesBetween } from './state-entries.ts'
import { storedStateOf } from './stored-state.ts'

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

  sandbox.recordWith(new LogRecorder(counting, storedStateOf(sandbox), { compactAfter: Infinity }))

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
    await sandbox.transact(() => user && sandbox.signIns.issue(user))
  }
  written()
  await sandbox.transact(() => (sandbox.runtimeSettings.actingUser = 'reader'))

  expect(written()).toBeLessThan(1000)
})

test('expired tokens are removed by the next sign-in', async () => {
  const { sandbox } = await openPersistent()
  const user = findUser(sandbox.data, 'editor')

  for (let count = 0; count < 20; count++) {
    await sandbox.transact(() => user && sandbox.signIns.issue(user))
  }
  await sandbox.transact(() => sandbox.clock.advance(2 * 3600 * 1000))
  await sandbox.transact(() => user && sandbox.signIns.issue(user))

  expect(sandbox.signIns.state.access.size).toBe(1)
})

test('storing a part of an upload does not rewrite the previous parts', async () => {
  const { sandbox, written } = await openPersistent()
  const part = new Uint8Array(30_000)
  const sizes: number[] = []
  const { identifier } = await sandbox.change((draft) =>
    announceUpload(
      draft,
      { fileName: 'a.bin', size: 20 * part.length, action: 'NewAsset', entityId: undefined },
      { newIdentifier: () => sandbox.random.identifier() },
    ),
  )

  written()
  for (let number = 0; number < 20; number++) {
    await sandbox.change((draft) => addPart(draft, identifier, number, part))
    sizes.push(written())
  }

  expect(Math.max(...sizes)).toBeLessThan(50_000)
})

test('the base of a log has its data once, however many snapshots there are', async () => {
  const sandbox = await buildSandbox({ entities: 50 })
  const initial = storedStateOf(sandbox)
  const sizeOfBase = () => JSON.stringify(entriesBetween(initial, storedStateOf(sandbox))).length

  await sandbox.reset({ seed: 2 })

  const size = sizeOfBase()

  for (const name of ['one', 'two', 'three']) {
    await sandbox.change((draft) => setHealth(draft, name, { label: 'Red' }, { now: 0 }))
    await sandbox.takeSnapshot(name)
  }

  expect(sizeOfBase()).toBeLessThan(1.1 * size)
})
