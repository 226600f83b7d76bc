import { expect, test, vi } from 'vitest'
import { loadOnPage, openConsole, withQueries } from '../../testing/console-in-tests.ts'
import { renderHook } from '../../testing/render-hook.ts'
import type { RelationEnd } from '../../parts/entity/members.ts'

const { useSave } = await loadOnPage(() => import('./use-save.ts'))

const assets: RelationEnd = {
  key: 'TagToAsset children',
  name: 'TagToAsset',
  side: 'children',
  isSingle: false,
  associated: 'M.Asset',
}

/** Edits a tag: its name, and its assets unless `assetIds` is empty. */
async function renderEdit(assetIds: readonly number[] = []) {
  const { sandbox } = await openConsole()
  const { id } = await sandbox.give('M.Tag', { properties: { TagName: { 'en-US': 'leek' } } })
  const fetchTag = () => sandbox.fetch(`/api/entities/${id}`)
  const etag = (await fetchTag()).headers.get('ETag')
  const saved: [changes: number, isRest: boolean][] = []
  let ids = assetIds
  const edit = renderHook(
    () =>
      useSave({
        id,
        ends: [assets],
        initial: { etag, properties: { TagName: { 'en-US': 'leek' } }, relations: {} },
        draft: { properties: { TagName: { 'en-US': 'chard' } }, relations: { [assets.key]: ids } },
        sendsAll: false,
        onSaved: async (changes, isRest) => void saved.push([changes, isRest]),
      }),
    withQueries,
  )
  const save = async (overwrites = false) => {
    await edit.act(({ save }) => save.mutateAsync({ overwrites }).catch(() => undefined))
    // The result is rendered in a later turn.
    await edit.act(() => new Promise((done) => setTimeout(done)))
    await edit.act(() => vi.waitFor(() => expect(edit.current.save.isPending).toBe(false), { interval: 1 }))

    return edit.current
  }
  const choose = (assetIds: readonly number[]) => {
    ids = assetIds
    edit.rerender()
  }
  const storedName = async () => (await (await fetchTag()).json()).properties.TagName['en-US']

  return { id, sandbox, saved, save, edit, choose, storedName }
}

test('steps that succeeded before a rejection are not sent again', async () => {
  const { sandbox, edit, storedName, save, saved } = await renderEdit([999_999])

  expect(edit.current.changedNames).toEqual(['TagName', 'TagToAsset'])

  const { steps, changedNames } = await save()

  expect(saved).toEqual([])
  expect(await storedName()).toBe('chard')
  expect(changedNames).toEqual(['TagToAsset'])
  expect(steps.map(({ path }) => path.split('/').at(-1))).toEqual(['TagToAsset'])

  await sandbox.give('M.Asset', { id: 999_999, properties: { Title: 'Leek' } })
  await save()
  expect(saved).toEqual([[1, true]])
})

test('the changes of a save that was partly rejected at first are undone together', async () => {
  const { choose, save, saved } = await renderEdit([999_999])

  await save()
  choose([])
  await save()
  expect(saved).toEqual([[2, true]])
})

test('a save does not overwrite a concurrent change by another user, unless `overwrites` is set', async () => {
  const { id, sandbox, storedName, save, saved } = await renderEdit()

  await sandbox.give('M.Tag', { id, properties: { TagName: { 'en-US': 'beet' } } })
  expect((await save()).save.error).toMatchObject({ status: 412 })
  expect(await storedName()).toBe('beet')
  await save(true)
  expect(await storedName()).toBe('chard')
  expect(saved).toEqual([[1, false]])
})
