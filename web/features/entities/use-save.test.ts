import { expect, test, vi } from 'vitest'
import { openConsole, renderInConsole, withQueries } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'
import { renderHook } from '../../testing/render-hook.ts'
import type { EntityDefinition } from '../../service/entity-queries.ts'

const { isConflict, useOpenedEntity, useSave, useUnsavedWarning } = await loadOnPage(
  () => import('./use-save.ts'),
)
const { useWholeEntity } = await loadOnPage(() => import('../../parts/entity/members.ts'))
const { actAs } = await loadOnPage(() => import('../../parts/sandbox/control.ts'))

/** The end at which the assets of a tag are. */
const assets = 'TagToAsset children'

/** Edits a tag: its name, and its assets unless `assetIds` is empty. */
async function renderEdit(assetIds: readonly number[] = []) {
  const { sandbox } = await openConsole()
  const { id } = await sandbox.give('M.Tag', { properties: { TagName: { 'en-US': 'leek' } } })
  const fetchTag = () => sandbox.fetch(`/api/entities/${id}`)
  const etag = (await fetchTag()).headers.get('ETag')
  const saved: [changes: number, isRest: boolean][] = []
  const conflicts: unknown[] = []
  const definition = (await sandbox
    .fetch('/api/entitydefinitions/M.Tag')
    .then((response) => response.json())) as EntityDefinition // by the contract
  let ids = assetIds
  const edit = renderHook(
    () =>
      useSave({
        id,
        definition,
        initial: { etag, properties: { TagName: { 'en-US': 'leek' } }, relations: {} },
        draft: { properties: { TagName: { 'en-US': 'chard' } }, relations: { [assets]: ids } },
        onSaved: async (changes, isRest) => void saved.push([changes, isRest]),
        onFailure: ({ properties }, _, error) => isConflict(error) && conflicts.push(properties['TagName']),
      }),
    withQueries,
  )
  const save = async () => {
    await edit.act(({ save }) => save.mutateAsync().catch(() => undefined))
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

  return { id, sandbox, saved, conflicts, save, edit, choose, storedName }
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

test('a save does not overwrite what another user has saved, but reports it; the next save does', async () => {
  const { id, sandbox, storedName, save, saved, conflicts } = await renderEdit()

  await sandbox.give('M.Tag', { id, properties: { TagName: { 'en-US': 'beet' } } })
  expect((await save()).save.error).toMatchObject({ status: 412 })
  expect(await storedName()).toBe('beet')
  expect(conflicts).toEqual([{ 'en-US': 'beet' }])
  await save()
  expect(await storedName()).toBe('chard')
  expect(saved).toEqual([[1, false]])
})

/** A form with changes; `leave` navigates to the graph. */
async function renderForm(changed: readonly string[], isSubmitted = false) {
  const page = await renderInConsole(() => useUnsavedWarning(changed, isSubmitted))
  const leave = async () => {
    void page.router.navigate({ to: '/health' })
    await page.until(() => expect(page.dialogTitle() ?? page.router.state.location.pathname).not.toBe('/'))
  }

  return { page, leave, pathname: () => page.router.state.location.pathname }
}

test('leaving unsaved changes asks for confirmation: Cancel stays, the other button discards them', async () => {
  const { page, leave, pathname } = await renderForm(['Title', 'TagToAsset'])

  await leave()
  await page.closeDialog('Leave without saving?', false)
  expect(page.dialogTitle()).toBeUndefined()
  expect(pathname()).toBe('/')
  await leave()
  await page.closeDialog('Leave without saving?', true)
  await page.until(() => expect(pathname()).toBe('/health'))
})

test('another definition on the same page asks for confirmation', async () => {
  const { page, pathname } = await renderForm(['Title'])
  const { location } = page.router.state

  void page.router.navigate({ href: `${location.pathname}?definition=M.Tag` })
  await page.closeDialog('Leave without saving?', true)
  await page.until(() => expect(page.router.state.location.search).toEqual({ definition: 'M.Tag' }))
  expect(pathname()).toBe('/')
})

test.each([
  ['nothing was changed', [], false],
  ['everything was saved', ['Title'], true],
])('leaving asks for no confirmation when %s', async (_, changed, isSubmitted) => {
  const { page, leave, pathname } = await renderForm(changed, isSubmitted)

  await leave()
  expect(page.dialogTitle()).toBeUndefined()
  expect(pathname()).toBe('/health')
})

/** A tag that the console has shown, and then its form; `rename` changes the tag. */
async function renderOpened() {
  let isOpen = false
  let id = 0
  const page = await renderInConsole(() => {
    const shown = useWholeEntity(id)
    const form = useOpenedEntity(isOpen ? id : 0)

    return { shown, form }
  })

  id = (await page.sandbox.give('M.Tag', { properties: { TagName: { 'en-US': 'leek' } } })).id
  page.rerender()
  await page.until(() => expect(page.current.shown.data?.entity.id).toBe(id))

  return {
    page,
    name: () => page.current.form.opened?.entity.properties['TagName'],
    open: () => {
      isOpen = true
      page.rerender()
    },
    rename: (name: string) => page.sandbox.give('M.Tag', { id, properties: { TagName: { 'en-US': name } } }),
  }
}

test('a form opens the entity as stored, not as shown before, and keeps it when the user changes', async () => {
  const { page, name, open, rename } = await renderOpened()

  await rename('beet')
  open()
  await page.until(() => expect(name()).toEqual({ 'en-US': 'beet' }))
  await actAs('editor')
  await page.act(() => rename('kale'))
  await page.untilFetched(() =>
    expect(page.current.shown.data?.entity.properties['TagName']).toEqual({ 'en-US': 'kale' }),
  )
  expect(name()).toEqual({ 'en-US': 'beet' })
})
