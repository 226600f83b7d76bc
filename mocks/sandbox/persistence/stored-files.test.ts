import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPart, announceUpload, finishUpload } from '../../data/model/files/uploads.ts'
import { mainFileOf } from '../../data/model/files/renditions.ts'
import { bytesOf, sizeOf } from '../../data/model/shared/bytes.ts'
import { openStored } from '../../local/open-stored.ts'
import { changeStored } from '../../testing/change-stored.ts'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { noteData, writeNote } from '../../testing/note-data.ts'
import { runs, seed } from '../../testing/scale.ts'
import type { Sandbox } from '../sandbox.ts'
import { SandboxLog } from './sandbox-log.ts'

const data = { ...noteData, entities: [5000, 5001].map((id) => ({ definition: 'Note', id })) }
const author = { userId: 1, now: '2026-01-01T00:00:00Z', newIdentifier: () => crypto.randomUUID() }

/** Uploads a file in parts; returns what completes it as the file of an entity. */
async function upload(sandbox: Sandbox, parts: readonly Uint8Array[], entityId = 5000) {
  const file = { fileName: 'a.bin', size: sizeOf(parts), action: 'NewMainFile', entityId } as const
  const { identifier } = await changeStored(sandbox, (draft) => announceUpload(draft, file, author))

  for (const [number, part] of parts.entries()) {
    await changeStored(sandbox, (draft) => addPart(draft, identifier, number, part))
  }

  return () => changeStored(sandbox, (draft) => finishUpload(draft, identifier, author))
}

async function open(storage: MemoryStorage, compactAfter?: number) {
  const { sandboxes } = await openStored(storage, { data, machineClock: () => 0, compactAfter })

  return sandboxes
}

const chunksIn = ({ data }: Sandbox, id = 5000) => mainFileOf(data, id)?.content ?? []

async function sizeOfLog(storage: MemoryStorage): Promise<number> {
  let size = 0

  for await (const { bytes } of (await storage.open('default')).read()) size += bytes.length

  return size
}

test('a file is stored as its bytes, not as a longer text', async () => {
  const storage = new MemoryStorage()
  const { default: sandbox } = await open(storage)
  const before = await sizeOfLog(storage)

  await upload(sandbox, [new Uint8Array(3_000_000)])

  expect((await sizeOfLog(storage)) - before).toBeLessThan(3_010_000)
})

test('equal files share their memory after a restart, also those of several sandboxes', async () => {
  const storage = new MemoryStorage()
  const sandboxes = await open(storage)
  const bytes = Uint8Array.from({ length: 1_100_000 }, (_, index) => index % 251)

  await (
    await upload(sandboxes.default, [bytes])
  )()
  const fork = await sandboxes.create('blue', { from: 'default' })

  await (
    await upload(fork, [bytes.slice()], 5001)
  )()

  const restored = await open(storage)
  const [one, other] = [restored.default, restored.find('blue')]

  expect(Buffer.compare(bytesOf(chunksIn(one)), bytes)).toBe(0)
  expect(chunksIn(one)).toHaveLength(2)
  for (const [index, chunk] of chunksIn(one).entries()) {
    expect([chunksIn(other)[index] === chunk, chunksIn(other, 5001)[index] === chunk]).toEqual([true, true])
  }
})

test('logs with files as base64, as earlier versions wrote them, open and are written as bytes', async () => {
  const storage = new MemoryStorage()

  await open(storage)

  const log = await SandboxLog.open(storage, 'default')
  const file = { name: 'a.bin', type: 'image/png', size: 3, content: 'AP8B' }
  const part = { upload: 'one', part: 0, size: 2, content: 'AAE=' }
  const files = { entityId: 5000, ...file, alternatives: [{ ...file, content: '' }] }

  await log.findExtentAndCleanUp()
  await log.append([
    { do: 'set', slot: 'current', from: 'current', put: { files: [files], uploadParts: [part] } },
  ])

  const expectFiles = ({ data }: Sandbox) => {
    expect(data.files.get(5000)).toEqual({
      ...files,
      content: [Uint8Array.of(0, 255, 1)],
      alternatives: [{ ...file, content: [] }],
    })
    expect(data.uploadParts.get('one 0')?.content).toEqual([Uint8Array.of(0, 1)])
  }
  const { default: sandbox } = await open(storage, 1)

  expectFiles(sandbox)
  await writeNote(sandbox, 'written again')
  expectFiles((await open(storage)).default)
})

test('of a log that lacks bytes of a file, nothing is made up: it is damaged', async () => {
  const storage = new MemoryStorage()
  const { default: sandbox } = await open(storage)

  await upload(sandbox, [new Uint8Array(2000)])

  const log = await storage.open('default')
  const numbers: number[] = []

  for await (const { number, bytes } of log.read()) if (bytes.length > 2000) numbers.push(number)
  const [number = 0] = numbers

  await log.remove('entry', number, number + 1)

  expect((await open(storage)).setAside.get('default')?.reason).toContain(`entry ${number} is missing`)
})

test('any uploads, deletions, undo, compactions and restarts keep the bytes, however parts divide them', async () => {
  const step = fc.constantFrom('upload', 'finish', 'delete', 'undo', 'grow', 'restart')

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const storage = new MemoryStorage()
      let { default: sandbox } = await open(storage, 20_000)
      let finish: (() => Promise<unknown>) | undefined

      for (const [index, step] of [...steps, 'restart'].entries()) {
        if (step === 'upload')
          finish = await upload(sandbox, [new Uint8Array(9000).fill(index), Uint8Array.of(index)])
        if (step === 'finish') {
          await finish?.()
          finish = undefined
        }
        if (step === 'delete') await changeStored(sandbox, (draft) => draft.files.delete(5000))
        if (step === 'undo') {
          sandbox.undoOrRedo('undo')
          finish = undefined
          await sandbox.whenStored
        }
        if (step === 'grow') await writeNote(sandbox, String(index).repeat(8000))
        if (step !== 'restart') continue

        const { files, uploadParts } = sandbox.data
        const before = [[...files.all()], [...uploadParts.all()]]

        ;({ default: sandbox } = await open(storage, 20_000))
        finish = undefined
        expect([[...sandbox.data.files.all()], [...sandbox.data.uploadParts.all()]]).toEqual(before)
      }
    }),
    { numRuns: runs(8, 200), seed },
  )
})
