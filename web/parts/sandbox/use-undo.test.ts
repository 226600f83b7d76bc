import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { loadOnPage, servedConsole } from '../../../.ci/console-in-tests.ts'
import { renderHook } from '../../../.ci/render-hook.ts'
import { Toasts } from '../../ui/feedback/toasts.tsx'

const { useUndo } = await loadOnPage(() => import('./use-undo.ts'))

interface Notice {
  readonly text: string
  readonly isFailure?: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** A console in whose sandbox two entities were made, and the notice that it shows. */
async function renderConsole() {
  const { sandbox, around } = await servedConsole()
  const first = await sandbox.give('M.Tag')
  const second = await sandbox.give('M.Tag')
  const page = renderHook(() => ({ ...useUndo(), shown: Toasts() }), around)
  const notice = () => (page.current.shown.props as { children?: ReactElement<Notice> }).children?.props // what Toasts draws
  const says = (text: string) =>
    page.after(() => vi.waitFor(() => expect(notice()?.text).toBe(text), { interval: 1 }))
  const exist = async () =>
    [await sandbox.fetch(`/api/entities/${first.id}`), await sandbox.fetch(`/api/entities/${second.id}`)].map(
      ({ ok }) => ok,
    )

  return { page, sandbox, notice, says, exist }
}

test('a notice takes back the changes that it tells of, and makes them again', async () => {
  const { page, notice, says, exist } = await renderConsole()

  await page.after(({ offer }) => offer('Made two tags.', 2, 'Both are gone.'))
  await says('Made two tags.')
  expect(notice()?.action?.label).toBe('Undo')
  await page.after(() => notice()?.action?.run())
  await says('Both are gone.')
  expect(await exist()).toEqual([false, false])
  expect(notice()?.action?.label).toBe('Redo')
  await page.after(() => notice()?.action?.run())
  await says('Redid the change.')
  expect(await exist()).toEqual([true, true])
})

test('a notice does not take back what somebody else changed since', async () => {
  const { page, sandbox, notice, says, exist } = await renderConsole()

  await page.after(({ offer }) => offer('Made a tag.'))
  await says('Made a tag.')
  await sandbox.give('M.Tag')
  await page.after(() => notice()?.action?.run())
  await says('Something else was changed since. The page Sandbox lists all changes, to undo them.')
  expect(notice()?.isFailure).toBe(true)
  expect(await exist()).toEqual([true, true])
})

test('one step back undoes the last change alone', async () => {
  const { page, says, exist } = await renderConsole()

  await page.after(({ step }) => step('undo'))
  await says('Undid the last change.')
  expect(await exist()).toEqual([true, false])
})
