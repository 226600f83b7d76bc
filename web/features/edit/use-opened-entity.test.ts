import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../testing/console-in-tests.ts'

const { useOpenedEntity } = await loadOnPage(() => import('./use-save.ts'))
const { useWholeEntity } = await loadOnPage(() => import('../../parts/entity/members.ts'))
const { actAs } = await loadOnPage(() => import('../../parts/sandbox/control.ts'))

/** A tag that the console has shown, and then its form; `rename` changes the tag. */
async function renderForm() {
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
  const { page, name, open, rename } = await renderForm()

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
