import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { expect, test, vi } from 'vitest'
import { NotStored } from '../../persistence/log-recorder.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { openPersisted } from './persist.ts'

const options = {
  data: {
    definitions: [
      {
        name: 'Note',
        member_groups: [{ name: 'Main', members: [{ type: 'String' as const, name: 'Text' }] }],
      },
    ],
    entities: [{ definition: 'Note', id: 5000, properties: { Text: 'first' } }],
  },
  compactAfter: 200_000,
}

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

const write = (sandbox: Sandbox, text: string) =>
  sandbox.change((draft) => {
    const note = draft.entities.get(5000)

    if (note) draft.entities.put({ ...note, properties: { Text: text } })
  })
const textOf = (sandbox: Sandbox) => sandbox.data.entities.get(5000)?.properties.Text

test('on a full disk writes are rejected without any loss, and accepted again when there is space', async ({
  skip,
}) => {
  using disk = mountSmallDisk()

  if (!disk) return skip('This process may not mount a disk.')

  const folder = join(disk.path, 'data')
  const filler = join(disk.path, 'filler')
  const { sandboxes, close } = await openPersisted(folder, options)
  const sandbox = sandboxes.default
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
        await write(sandbox, text)
        stored = text
      } catch (error) {
        errors.push(error)
      }

      expect(textOf(sandbox)).toBe(stored)
    }

    expect(errors.filter((error) => error instanceof NotStored)).toHaveLength(20)
    await expect(sandbox.reset({ seed: 5 })).rejects.toThrow(NotStored)
    expect(sandbox.settings.seed).toBe(1)

    rmSync(filler)
    stored = `after ${round}`
    await write(sandbox, stored)
  }
  await close()

  const again = await openPersisted(folder, options)

  expect(textOf(again.sandboxes.default)).toBe('after 2')
  await again.close()
}, 60_000)

test('after a failed write, the first write to a new sandbox is stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'))
  const { sandboxes, close } = await openPersisted(folder, options)

  vi.spyOn(ClassicLevel.prototype, 'batch').mockRejectedValueOnce(new Error('The disk is full.'))
  await expect(write(sandboxes.default, 'lost')).rejects.toThrow(NotStored)
  await write(sandboxes.createOnUse('blue').sandbox, 'stored')
  await close()

  const again = await openPersisted(folder, options)

  expect(textOf(again.sandboxes.get('blue').sandbox)).toBe('stored')
  await again.close()
  rmSync(folder, { recursive: true })
})
