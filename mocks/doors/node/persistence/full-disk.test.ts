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

    try {
      writeFileSync(filler, Buffer.alloc(32 * 2 ** 20))
    } catch {
      // Fills the disk.
    }
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

test('after a failed write, the first write to a new sandbox is stored', async () => {
  const { sandbox, sandboxes, restarted } = await openNotes()

  vi.spyOn(ClassicLevel.prototype, 'batch').mockRejectedValueOnce(new Error('The disk is full.'))
  await expect(writeNote(sandbox, 'lost')).rejects.toThrow(NotStored)
  await writeNote(sandboxes.createOnUse('blue').sandbox, 'stored')

  expect(noteIn((await restarted()).sandboxes.get('blue').sandbox)).toBe('stored')
})
