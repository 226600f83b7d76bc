import { expect, test } from 'vitest'
import { renderInConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'
import type { HealthNode } from '../../service/health-queries.ts'

const { resetHealth, useHealth } = await loadOnPage(() => import('./use-health.ts'))

function find(node: HealthNode | undefined, path: string): HealthNode | undefined {
  if (!node || node.path === path) return node

  return node.downstream.map((each) => find(each, path)).find(Boolean)
}

async function renderHealth() {
  const page = await renderInConsole(useHealth)
  const componentAt = (path: string) => find(page.current.tree.data, path)

  await page.until(() => expect(componentAt('search')?.label).toBe('Green'))

  return { page, componentAt }
}

test('a reset restores the seeded state of one component or of all', async () => {
  const { page, componentAt } = await renderHealth()

  for (const path of ['search', 'data_storage']) {
    await page.act(({ set }) => set(path, { label: 'Red' }))
    await page.expectNotice(`${path} is now Red.`)
    await page.until(() => expect(componentAt('')?.aggregated).toBe('Red'))
  }
  resetHealth('search')
  await page.expectNotice('Reset search.')
  expect(componentAt('data_storage')?.label).toBe('Red')
  resetHealth('')
  await page.expectNotice('Reset every component to its initial state.')
  await page.until(() => expect(componentAt('data_storage')?.label).toBe('Green'))
})

test('without recovery, components stay Yellow, also those that are Yellow already', async () => {
  const { page, componentAt } = await renderHealth()

  await page.act(({ set }) => set('search', { label: 'Yellow' }))
  await page.until(() => expect(componentAt('search')?.recovers_on).toEqual(expect.any(String)))
  await page.act(({ chooseRecovery }) => chooseRecovery(false))
  await page.until(() => expect(componentAt('search')).toMatchObject({ hold: true, recovers_on: null }))
})

test('a reset offers Undo, unless there is nothing to reset', async () => {
  const { page, componentAt } = await renderHealth()
  const reset = async () => {
    resetHealth()
    await page.expectNotice('Reset every component to its initial state.')
  }

  await reset()
  expect(page.notice()?.action).toBeUndefined()

  await page.act(({ set }) => set('search', { label: 'Red' }))
  await page.expectNotice('search is now Red.')
  await reset()
  await page.untilFetched(() => expect(componentAt('search')?.label).toBe('Green'))
  await page.pressNoticeButton('Undid the last change.')
  await page.untilFetched(() => expect(componentAt('search')?.label).toBe('Red'))

  // A reset removes this component, though it is Green.
  await page.sandbox.resetHealth()
  await page.sandbox.setHealth('extra', 'Green')
  await reset()
  await page.untilFetched(() => expect(componentAt('extra')).toBeUndefined())
  await page.pressNoticeButton('Undid the last change.')
  await page.untilFetched(() => expect(componentAt('extra')).toBeDefined())
})
