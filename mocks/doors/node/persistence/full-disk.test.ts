import { withSnapshot } from '../../../sandbox/state/sandbox-state.ts'
import { changeStored } from '../../../testing/change-stored.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { expect, test, vi } from 'vitest'
import { NotStored } from '../../../sandbox/persistence/log-recorder.ts'
import { noteIn, writeNote } from '../../../testing/note-data.ts'
import { openNotes } from './testing/open-notes.ts'

/** A disk of 12 MiB; undefined if this process may not mount one. */
function mountSmallDisk(): ({ path: string } & Disposable) | undefined {
  const path = mkdtempSync(join(tmpdir(), 'disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', path])
  const remove = () => rmSync(path, { recursive: true, force: true })

  if (status !== 0) {
    remove()

    return undefined
  }

  return {
    path,
    [Symbol.dispose]: () => {
      spawnSync('umount', [path])
      remove()
    },
  }
}

function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(32 * 2 ** 20))
  } catch {
    // The disk is full.
  }
}

test('on a full disk writes are rejected without any loss, and accepted again when there is space', async ({
  skip,
}) => {
  using disk = mountSmallDisk()

  if (!disk) return skip('This process may not mount a disk.')

  const folder = join(disk.path, 'data')
  const filler = join(disk.path, 'filler')
  const { sandbox, restarted } = await openNotes(folder, { compactAfter: 200_000 })
  let stored = 'first'

  for (let round = 0; round < 3; round++) {
    const errors: unknown[] = []

    fill(filler)
    for (let number = 0; number < 200 && errors.length < 20; number++) {
      const text = `${round} ${number} `.repeat(2000)

      try {
        await writeNote(sandbox, text)
        stored = text
      } catch (error) {
        errors.push(error)
      }

      expect(noteIn(sandbox)).toBe(stored)
    }

    expect(errors.filter((error) => error instanceof NotStored)).toHaveLength(20)
    await expect(sandbox.reset({ seed: 5 })).rejects.toThrow(NotStored)
    expect(sandbox.control.seed).toBe(1)

    rmSync(filler)
    stored = `after ${round}`
    await writeNote(sandbox, stored)
  }

  const again = await restarted()

  expect(noteIn(again.sandbox)).toBe('after 2')
  await again.close()
}, 60_000)

test('on a full disk sandboxes are read; what needs space is rejected with the reason and loses none', async ({
  skip,
}) => {
  using disk = mountSmallDisk()

  if (!disk) return skip('This process may not mount a disk.')

  const folder = join(disk.path, 'data')
  const filler = join(disk.path, 'filler')
  const { sandbox, sandboxes, restarted } = await openNotes(folder)
  const blue = await sandboxes.create('blue')
  const written = 'x'.repeat(100_000)
  const names = () => new Set(sandboxes.list().map(({ id }) => id))

  await writeNote(sandbox, written)
  await writeNote(blue, written)
  fill(filler)
  await expect(writeNote(blue, 'y'.repeat(1_000_000))).rejects.toThrow('No space left on device')
  for (const work of [
    () => sandboxes.delete('blue'),
    () => sandboxes.create('green', { from: 'blue' }),
    () => blue.reset({}),
    () => changeStored(blue, (draft) => draft.entities.delete(5000)),
    () =>
      changeStored(
        blue,
        (draft) => (draft.checkpoints = withSnapshot(draft.checkpoints, 'later', draft.checkpoint())),
      ),
  ]) {
    await expect(work()).rejects.toThrow(NotStored)
    expect(names()).toEqual(new Set(['default', 'blue']))
    expect([sandbox, blue].map(noteIn)).toEqual([written, written])
  }

  await expect(restarted()).rejects.toThrow('No space left on device')
  rmSync(filler)

  const again = await openNotes(folder)

  expect([again.sandbox, again.sandboxes.get('blue')].map(noteIn)).toEqual([written, written])
  await again.sandboxes.delete('blue')
  await again.close()
}, 60_000)

test('after a failed write, the first write to a new sandbox is stored', async () => {
  const { sandbox, sandboxes, restarted } = await openNotes()

  vi.spyOn(ClassicLevel.prototype, 'batch').mockRejectedValueOnce(new Error('The disk is full.'))
  await expect(writeNote(sandbox, 'lost')).rejects.toThrow(NotStored)
  await writeNote(sandboxes.createOnUse('blue'), 'stored')

  expect(noteIn((await restarted()).sandboxes.get('blue'))).toBe('stored')
})
