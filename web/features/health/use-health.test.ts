import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../../.ci/console-in-tests.ts'
import type { HealthNode } from '../../service/health.ts'

const { useHealth } = await loadOnPage(() => import('./use-health.ts'))

function find(node: HealthNode | undefined, path: string): HealthNode | undefined {
  if (!node || node.path === path) return node

  return node.downstream.map((each) => find(each, path)).find(Boolean)
}

async function renderHealth() {
  const page = await renderInConsole(useHealth)
  const shown = (path: string) => find(page.current.tree.data, path)

  await page.until(() => expect(shown('search')?.label).toBe('Green'))

  return { page, shown }
}

test('a component is shown as it was set, and Undo gives it back', async () => {
  const { page, shown } = await renderHealth()

  await page.after(({ actions }) => actions.set('search', { label: 'Red', message: 'Gone.' }))
  await page.says('search is now Red.')
  expect(shown('search')).toMatchObject({ label: 'Red', message: 'Gone.' })
  await page.press()
  await page.until(() => expect(shown('search')?.label).toBe('Green'))
})

test('what is released has its seeded state again, one component or all', async () => {
  const { page, shown } = await renderHealth()

  for (const path of ['search', 'data_storage']) {
    await page.after(({ actions }) => actions.set(path, { label: 'Red' }))
    await page.until(() => expect(shown('')?.aggregated).toBe('Red'))
  }
  await page.after(({ actions }) => actions.release('search'))
  await page.says('Released search.')
  expect(shown('data_storage')?.label).toBe('Red')
  await page.after(({ actions }) => actions.release())
  await page.until(() => expect(shown('data_storage')?.label).toBe('Green'))
})

test('without recovery what is Yellow stays so, also what is already', async () => {
  const { page, shown } = await renderHealth()

  await page.after(({ actions }) => actions.set('search', { label: 'Yellow' }))
  await page.until(() => expect(shown('search')?.recovers_on).toEqual(expect.any(String)))
  await page.after(({ chooseRecovery }) => chooseRecovery(false))
  await page.until(() => expect(shown('search')).toMatchObject({ hold: true, recovers_on: null }))
})
