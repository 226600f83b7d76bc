import { expect, test } from './open.ts'

test('a component is set and released, and the page says why', async ({ console: { page, open, read } }) => {
  await open('/health')

  await page.getByRole('combobox', { name: 'State of graph/worker-2' }).selectOption('Orange')

  await expect(page.getByText('Why Orange?')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health: Orange' })).toBeVisible()
  await expect(page).toHaveTitle('● Orange — Sandbox')
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('graph/worker-2')
  expect(await read('/api/status')).toMatchObject({ aggregated_service_status_label: 'Orange' })

  await page.getByRole('button', { name: 'Release graph/worker-2' }).click()

  await expect(page.getByRole('link', { name: 'Health: Green' })).toBeVisible()
  await expect(page).toHaveTitle('Sandbox')
})

test('the tree is folded and changed by keyboard', async ({ console: { page, open, tabTo } }) => {
  await open('/health')
  await expect(page.getByRole('row', { name: /^graph,/ })).toBeVisible()

  await tabTo(page.getByRole('row').nth(1))
  await page.keyboard.press('End')
  await page.keyboard.press('Home')

  await expect(page.getByRole('row', { name: /^service,/ })).toBeFocused()

  for (const path of ['search', 'data_storage', 'graph']) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('row', { name: new RegExp(`^${path},`) })).toBeFocused()
  }
  await page.keyboard.press('ArrowLeft')

  await expect(page.getByRole('row', { name: /^graph,/ })).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')

  await expect(page.getByRole('row', { name: /^graph\/worker-1,/ })).toBeFocused()

  await tabTo(page.getByRole('combobox', { name: 'State of graph/worker-1' }))
  await page.keyboard.type('Red')

  await expect(page.getByText('Why Red?')).toBeVisible()
})

test('answers are shown as the acting persona gets them', async ({ console: { page, open } }) => {
  await open('/health')

  await expect(page.getByRole('region', { name: '/api/status/servicestatus' })).toContainText(
    'downstream_services',
  )

  await page.getByRole('combobox', { name: 'Act as' }).selectOption('editor')

  await expect(page.getByRole('region', { name: '/api/status/servicestatus' })).toContainText('403')
})
