import { expect, test } from 'vitest'
import { openConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { applyUndo, offerUndo } = await loadOnPage(() => import('./control.ts'))

/** The console of a sandbox in which two entities were created. */
async function renderConsole() {
  const { sandbox, notice, expectNotice, pressNoticeButton } = await openConsole()
  const first = await sandbox.give('M.Tag')
  const second = await sandbox.give('M.Tag')
  const exist = () => Promise.all([sandbox.has(first.id), sandbox.has(second.id)])

  return { sandbox, notice, expectNotice, pressNoticeButton, exist }
}

test('the button of a notice undoes the changes that it reports, and redoes them', async () => {
  const { notice, expectNotice, pressNoticeButton, exist } = await renderConsole()

  offerUndo('Made two tags.', { changes: 2, message: 'Both were removed.' })
  await expectNotice('Made two tags.')
  expect(notice()?.action?.label).toBe('Undo')
  await pressNoticeButton('Both were removed.')
  expect(await exist()).toEqual([false, false])
  expect(notice()?.action?.label).toBe('Redo')
  await pressNoticeButton('Redid the change.')
  expect(await exist()).toEqual([true, true])
})

test('a notice does not undo a change that another user has made since', async () => {
  const { sandbox, notice, expectNotice, pressNoticeButton, exist } = await renderConsole()

  offerUndo('Made a tag.')
  await expectNotice('Made a tag.')
  await sandbox.give('M.Tag')
  await pressNoticeButton(
    'Something else has changed since then. You can undo changes in order on the Sandbox page.',
  )
  expect(notice()?.isFailure).toBe(true)
  expect(await exist()).toEqual([true, true])
})

test('one undo step reverts only the last change', async () => {
  const { expectNotice, exist } = await renderConsole()

  await applyUndo('undo')
  await expectNotice('Undid the last change.')
  expect(await exist()).toEqual([true, false])
})
