import { expect, test } from 'vitest'
import { openConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { forkSandbox, takeSnapshot } = await loadOnPage(() => import('./control.ts'))

async function renderSnapshots() {
  const page = await openConsole()
  const names = async (path: string, member: string) => {
    const { items } = await (await page.sandbox.fetch(path)).json()

    return items.map((item: Record<string, string>) => item[member])
  }

  return { page, names }
}

test('a snapshot without a name gets the next number, and Undo deletes it', async () => {
  const { page, names } = await renderSnapshots()

  await takeSnapshot('before')
  await page.expectNotice('Took the snapshot “before”.')
  await takeSnapshot('')
  await page.expectNotice('Took the snapshot “snapshot-2”.')
  expect(await names('/__sandbox/snapshots', 'name')).toEqual(['before', 'snapshot-2'])
  await page.pressNoticeButton('Undone.')
  expect(await names('/__sandbox/snapshots', 'name')).toEqual(['before'])
})

test('a generated name replaces no snapshot, and a replaced snapshot has no Undo', async () => {
  const { page, names } = await renderSnapshots()

  for (const name of ['snapshot-2', '']) await takeSnapshot(name)
  expect(await names('/__sandbox/snapshots', 'name')).toEqual(['snapshot-2', 'snapshot-3'])
  await takeSnapshot('snapshot-2')
  await page.expectNotice('Replaced the snapshot “snapshot-2”.')
  expect(page.notice()?.action).toBeUndefined()
})

test('a notice names the new fork, and offers to open it', async () => {
  const { page, names } = await renderSnapshots()

  await forkSandbox()
  const [, forked] = await names('/__sandbox/sandboxes', 'id')

  await page.expectNotice(`Forked default as ${forked}.`)
  expect(page.notice()?.action?.label).toBe('Open')
})
