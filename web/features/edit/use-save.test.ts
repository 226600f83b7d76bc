import { expect, test, vi } from 'vitest'
import { loadOnPage, servedConsole } from '../../../.ci/console-in-tests.ts'
import { renderHook } from '../../../.ci/render-hook.ts'
import type { DraftEnd } from './draft.ts'

const { useSave } = await loadOnPage(() => import('./use-save.ts'))

const assets: DraftEnd = {
  key: 'TagToAsset children',
  name: 'TagToAsset',
  side: 'children',
  isSingle: false,
  associated: 'M.Asset',
}

/** A tag that is edited: its name, and an asset that does not exist where `asset` says so. */
async function renderEdit(asset: readonly number[] = []) {
  const { sandbox, around } = await servedConsole()
  const { id } = await sandbox.give('M.Tag', { properties: { TagName: { 'en-US': 'leek' } } })
  const read = () => sandbox.fetch(`/api/entities/${id}`)
  const etag = (await read()).headers.get('ETag')
  const saved: number[] = []
  const edit = renderHook(
    () =>
      useSave({
        id,
        ends: [assets],
        opened: { etag, properties: { TagName: { 'en-US': 'leek' } }, relations: {} },
        draft: { properties: { TagName: { 'en-US': 'chard' } }, relations: { [assets.key]: asset } },
        sendsAll: false,
        onSaved: async (changes) => void saved.push(changes),
      }),
    around,
  )
  const save = async (overwrites = false) => {
    await edit.after(({ save }) => save.mutateAsync({ overwrites }).catch(() => undefined))
    // The result is shown in a later turn.
    await edit.after(() => new Promise((done) => setTimeout(done)))
    await edit.after(() => vi.waitFor(() => expect(edit.current.save.isPending).toBe(false), { interval: 1 }))

    return edit.current
  }
  const name = async () => (await (await read()).json()).properties.TagName['en-US']

  return { id, sandbox, saved, save, edit, name }
}

test('what was stored before a rejection is not sent again', async () => {
  const { edit, name, save, saved } = await renderEdit([999_999])

  expect(edit.current.changed).toEqual(['TagName', 'TagToAsset'])

  const { steps, changed } = await save()

  expect(saved).toEqual([])
  expect(await name()).toBe('chard')
  expect(changed).toEqual(['TagToAsset'])
  expect(steps.map(({ path }) => path.split('/').at(-1))).toEqual(['TagToAsset'])
})

test('a save does not overwrite what another user stored meanwhile, unless it is meant to', async () => {
  const { id, sandbox, name, save, saved } = await renderEdit()

  await sandbox.give('M.Tag', { id, properties: { TagName: { 'en-US': 'beet' } } })
  expect((await save()).save.error).toMatchObject({ status: 412 })
  expect(await name()).toBe('beet')
  await save(true)
  expect(await name()).toBe('chard')
  expect(saved).toEqual([1])
})
