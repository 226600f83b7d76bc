import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bundleFromFiles, bundleFromDrop } from './dropped-files.ts'

const file = (name: string) => new File([`in ${name}`], name)

/** An entry as a browser gives it, which hands out what a folder holds piece by piece. */
function entryOf(path: string, inside?: object[]): object {
  const left = [...(inside ?? [])]

  return {
    name: path.slice(1),
    fullPath: path,
    isFile: inside === undefined,
    isDirectory: inside !== undefined,
    file: (done: (file: File) => void) => done(file(path)),
    createReader: () => ({ readEntries: (done: (some: object[]) => void) => done(left.splice(0, 1)) }),
  }
}

async function namesIn(content: Blob): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()))

  return Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
  )
}

test('one file is taken as it is', async () => {
  const dropped = await bundleFromFiles([file('a.json')])

  expect(dropped?.name).toBe('a.json')
  expect(await dropped?.content.text()).toBe('in a.json')
  expect(await bundleFromFiles([])).toBeUndefined()
})

test('several files are taken as a zip', async () => {
  const dropped = await bundleFromFiles([file('a.json'), file('b.json')])

  expect(dropped).toMatchObject({ name: '2 files', content: { type: 'application/zip' } })
  expect(dropped && (await namesIn(dropped.content))).toEqual({
    'a.json': 'in a.json',
    'b.json': 'in b.json',
  })
})

test('a folder is taken with everything in it, by its path', async () => {
  const inside = [
    entryOf('/package/meta'),
    entryOf('/package/schema', [entryOf('/package/schema/A.json'), entryOf('/package/schema/B.json')]),
  ]
  const transfer = { items: [{ webkitGetAsEntry: () => entryOf('/package', inside) }], files: [] }
  // The used part of it, which needs no DOM.
  const dropped = await bundleFromDrop(transfer as unknown as DataTransfer)

  expect(dropped?.name).toBe('package')
  expect(dropped && Object.keys(await namesIn(dropped.content))).toEqual([
    'package/meta',
    'package/schema/A.json',
    'package/schema/B.json',
  ])
})

test('several folders have the name of none of them', async () => {
  const items = ['/a', '/b'].map((path) => ({
    webkitGetAsEntry: () => entryOf(path, [entryOf(`${path}/meta`)]),
  }))
  // The used part of it, which needs no DOM.
  const dropped = await bundleFromDrop({ items, files: [] } as unknown as DataTransfer)

  expect(dropped?.name).toBe('2 files')
})
