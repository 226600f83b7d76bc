import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bundleFromFiles, bundleFromDrop } from './dropped-files.ts'

const file = (name: string) => new File([`in ${name}`], name)

/** A browser's file system entry; the reader of a folder returns one entry per call. */
function entryOf(path: string, children?: object[]): object {
  const remaining = [...(children ?? [])]

  return {
    name: path.slice(1),
    fullPath: path,
    isFile: children === undefined,
    isDirectory: children !== undefined,
    file: (done: (file: File) => void) => done(file(path)),
    createReader: () => ({ readEntries: (done: (batch: object[]) => void) => done(remaining.splice(0, 1)) }),
  }
}

async function namesIn(content: Blob): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()))

  return Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
  )
}

test('one file is uploaded unchanged', async () => {
  const bundle = await bundleFromFiles([file('a.json')])

  expect(bundle?.name).toBe('a.json')
  expect(await bundle?.content.text()).toBe('in a.json')
  expect(await bundleFromFiles([])).toBeUndefined()
})

test('several files are uploaded as a zip', async () => {
  const bundle = await bundleFromFiles([file('a.json'), file('b.json')])

  expect(bundle).toMatchObject({ name: '2 files', content: { type: 'application/zip' } })
  expect(bundle && (await namesIn(bundle.content))).toEqual({
    'a.json': 'in a.json',
    'b.json': 'in b.json',
  })
})

test('a folder is uploaded as a zip with the paths of its files', async () => {
  const children = [
    entryOf('/package/meta'),
    entryOf('/package/schema', [entryOf('/package/schema/A.json'), entryOf('/package/schema/B.json')]),
  ]
  const transfer = { items: [{ webkitGetAsEntry: () => entryOf('/package', children) }], files: [] }
  // Only what bundleFromDrop() reads: Node has no DataTransfer.
  const bundle = await bundleFromDrop(transfer as unknown as DataTransfer)

  expect(bundle?.name).toBe('package')
  expect(bundle && Object.keys(await namesIn(bundle.content))).toEqual([
    'package/meta',
    'package/schema/A.json',
    'package/schema/B.json',
  ])
})

test('several folders are named by the number of their files', async () => {
  const items = ['/a', '/b'].map((path) => ({
    webkitGetAsEntry: () => entryOf(path, [entryOf(`${path}/meta`)]),
  }))
  // Only what bundleFromDrop() reads: Node has no DataTransfer.
  const bundle = await bundleFromDrop({ items, files: [] } as unknown as DataTransfer)

  expect(bundle?.name).toBe('2 files')
})
