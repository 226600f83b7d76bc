import { expect, test } from 'vitest'
import type { LogPart, LogStorage, StoredItem } from '../sandbox/persistence/log-storage.ts'

/** A storage that can be closed and opened again, until the test disposes of it. */
export async function reopenable<Storage extends LogStorage>(open: () => Storage | Promise<Storage>) {
  const opened = {
    storage: await open(),
    async reopen() {
      await opened.storage.close()
      opened.storage = await open()
    },
    [Symbol.asyncDispose]: () => opened.storage.close(),
  }

  return opened
}

type OpenStorage = Awaited<ReturnType<typeof reopenable>>

/** The tests that every storage for logs must pass. */
export function testStorage(name: string, open: () => Promise<OpenStorage>): void {
  test(`${name}: items are read in order of part and number, also after reopening`, async () => {
    await using opened = await open()
    const log = await opened.storage.open('blue')

    await log.put([item('entry', 2), item('base', 0), item('entry', 10), item('head', 0)])
    await log.put([item('entry', 11), item('base', 1)])
    await opened.reopen()

    expect(await read(opened, 'blue')).toEqual([
      'head 0',
      'base 0',
      'base 1',
      'entry 2',
      'entry 10',
      'entry 11',
    ])
  })

  test(`${name}: an item replaces the item with the same number`, async () => {
    await using opened = await open()
    const log = await opened.storage.open('blue')

    await log.put([item('head', 0, 'old')])
    await log.put([item('head', 0, 'new')])
    await opened.reopen()

    expect(await read(opened, 'blue')).toEqual(['head new'])
  })

  test(`${name}: items in a range of numbers are removed`, async () => {
    await using opened = await open()
    const log = await opened.storage.open('blue')

    await log.put([1, 2, 3, 4].map((number) => item('entry', number)))
    await log.put([1, 2].map((number) => item('base', number)))
    await log.remove('entry', 2, 4)
    await opened.reopen()

    expect(await read(opened, 'blue')).toEqual(['base 1', 'base 2', 'entry 1', 'entry 4'])
  })

  test(`${name}: logs do not share items, and are listed while they have some`, async () => {
    await using opened = await open()

    for (const name of ['', 'a', 'a-b', 'a0', 'emptied']) {
      await (await opened.storage.open(name)).put([item('entry', 1, `of "${name}"`)])
    }
    await (await opened.storage.open('emptied')).remove('entry', 0, 5)
    await opened.reopen()

    expect([...(await opened.storage.list())].sort()).toEqual(['', 'a', 'a-b', 'a0'])
    expect(await read(opened, 'a')).toEqual(['entry of "a"'])
    expect(await read(opened, '')).toEqual(['entry of ""'])
  })

  test(`${name}: concurrent writes take effect in the order of the calls`, async () => {
    await using opened = await open()
    const [blue, red] = await Promise.all([opened.storage.open('blue'), opened.storage.open('red')])

    await Promise.all([
      blue.put([item('entry', 1)]),
      red.put([item('entry', 1)]),
      blue.remove('entry', 1, 2),
      blue.put([item('entry', 2)]),
      red.put([item('entry', 1, 'again')]),
    ])
    await opened.reopen()

    expect(await read(opened, 'blue')).toEqual(['entry 2'])
    expect(await read(opened, 'red')).toEqual(['entry again'])
  })
}

function item(part: LogPart, number: number, text = String(number)): StoredItem {
  return { part, number, bytes: new TextEncoder().encode(text) }
}

async function read({ storage }: OpenStorage, name: string): Promise<string[]> {
  const items: string[] = []

  for await (const { part, bytes } of (await storage.open(name)).read()) {
    items.push(`${part} ${new TextDecoder().decode(bytes)}`)
  }

  return items
}
