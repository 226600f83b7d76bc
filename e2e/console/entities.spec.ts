import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from './console-test.ts'

test('entities are filtered, restricted to a definition, sorted and opened beside the list', async ({
  view: { page, open },
}) => {
  await open('/entities')

  await page.getByRole('button', { name: /^M\.Asset \d/ }).click()
  await page
    .getByRole('combobox', { name: 'Filter entities' })
    .fill('property.Media:image has:TagToAsset colour:red')

  await expect(page.getByRole('list', { name: 'Filter terms' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText(' not understood: ')).toBeVisible()
  await expect(page.getByText('No matching entities.')).toBeVisible()
  await expect(page).toHaveURL(/definition=M\.Asset/)
  await expect(page).toHaveURL(/q=property\.Media/)

  await page.getByRole('button', { name: 'Remove colour:red' }).click()

  await expect(page.getByText(' not understood: ')).toBeHidden()

  await page.getByRole('columnheader', { name: 'Id', exact: true }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Id', exact: true }).getByRole('button').click()

  await expect(page.getByRole('columnheader', { name: 'Id', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  )

  // Rows in the old order stay until those in the new order are loaded.
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')

  const row = page.getByRole('row').nth(1)
  const id = await row.getByRole('gridcell').nth(1).innerText()

  await row.click()

  await expect(page.getByRole('complementary', { name: `Entity ${id}` })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`selected=${id}`))
})

test('the age of an entity is that on the clock of the sandbox @deep', async ({
  view: { page, open, send },
  sandbox,
}) => {
  await send('PUT', '/__sandbox/clock', { mode: 'frozen', at: '2031-05-04T12:00:00.000Z' })
  const { id } = await sandbox.give('M.Tag')

  await send('POST', '/__sandbox/clock/advance', { ms: 7_200_000 })
  await open(`/entities?selected=${id}`)

  await expect(page.getByRole('row').nth(1)).toContainText('2 hr. ago')
  await expect(page.getByRole('complementary', { name: `Entity ${id}` })).toContainText('2 hr. ago')
})

test('entities are filtered, navigated and opened by keyboard alone @deep', async ({
  view: { page, open, tabTo },
}) => {
  await open('/entities?sort=id')
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type('definition:M.Asset')

  await expect(page.getByText('definition:M.Asset', { exact: true })).toBeVisible()

  await tabTo(page.getByRole('grid', { name: 'Entities' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')

  await expect(page.getByRole('toolbar', { name: 'Selected entities' })).toContainText('1 selected')

  await page.keyboard.press('Enter')

  await expect(page.getByRole('complementary', { name: 'Entity 1002' })).toBeVisible()

  await page.keyboard.press('Escape')

  await expect(page.getByRole('complementary', { name: 'Entity 1002' })).toBeHidden()

  await page.keyboard.press('e')

  await expect(page.getByRole('heading', { name: 'Edit entity 1002' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
})

test('the list shows any row without rendering all of them, and loads little code at first @deep', async ({
  view: { page, open },
}) => {
  const scripts: Promise<Buffer>[] = []

  const collect = (response: Response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body())
  }

  page.on('response', collect)
  await open('/entities')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  // The code of the other pages is loaded some seconds later.
  page.off('response', collect)

  const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length)

  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)

  await page.getByRole('grid', { name: 'Entities' }).focus()
  await page.keyboard.press('End')

  await expect(page.locator('[aria-rowindex="1054"]')).not.toHaveAttribute('aria-busy')
  expect(await page.getByRole('row').count()).toBeLessThan(80)
})

test('an entity shows its properties, both ends of its relations, its JSON and its requests', async ({
  view: { page, open, send },
}) => {
  await send('GET', '/api/entities/1000')
  await open('/entities/1000')

  await expect(page.getByRole('term').filter({ hasText: 'Caption' })).toBeVisible()

  await page.getByRole('tab', { name: 'Relations' }).click()

  await expect(page.getByRole('heading', { name: 'TagToAsset' })).toBeVisible()
  await expect(page).toHaveURL(/tab=relations/)

  await page.getByRole('tab', { name: 'JSON' }).click()

  await expect(page.getByRole('tabpanel')).toContainText('etag:')
  await expect(page.getByRole('tabpanel')).toContainText('"id": 1000')

  await page.keyboard.press('ArrowLeft')

  await expect(page.getByRole('tab', { name: 'Relations' })).toBeFocused()

  await page.getByRole('main').getByRole('link', { name: 'Requests' }).click()

  await expect(page.getByRole('grid', { name: 'Requests' })).toContainText('/api/entities/1000')
})

test('Undo restores a deleted entity @deep', async ({ view: { page, open, send } }) => {
  await open('/entities/1000')

  await page.getByRole('button', { name: 'Delete' }).click()

  await expect(page.getByText('Deleted entity 1000 and its relations.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Entities' })).toBeFocused()
  expect((await send('GET', '/api/entities/1000')).status).toBe(404)

  await page.getByRole('button', { name: 'Undo' }).click()

  await expect(page.getByText('Restored entity 1000.')).toBeVisible()
  expect((await send('GET', '/api/entities/1000')).status).toBe(200)
})

test('the list shows changes that an application makes', async ({ view: { page, open, send } }) => {
  await open('/entities?q=id:1000')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await send('PUT', '/api/entities/1000', { properties: { Title: 'Changed elsewhere' } })

  await expect(page.getByRole('row').nth(1)).toContainText('Changed elsewhere')
})

test('an empty list shows the reason, and what to do @deep', async ({ view: { page, open } }) => {
  await open('/entities?q=nothing-has-this')

  await expect(page.getByText('No matching entities.')).toBeVisible()

  await page.getByRole('button', { name: 'Clear the filter' }).click()

  await expect(page.getByRole('grid', { name: 'Entities' })).toBeVisible()
})

test('rows have a menu by mouse and by keyboard, and several are deleted and restored together', async ({
  view: { page, open, send },
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/entities?definition=M.Asset&sort=id')

  const notices = page.getByRole('region', { name: 'Notices' })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  await page.getByRole('row', { name: /^1001 / }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy as code…' }).click()
  await page.getByRole('menuitemradio', { name: 'Base URL: $BASE_URL' }).click()
  await page.getByRole('menuitem', { name: 'curl' }).click()

  await expect(notices.getByText('Copied the request as curl.')).toBeVisible()
  expect(await clipboard()).toContain('"$BASE_URL/api/entities/1001"')

  await page.getByRole('grid').focus()
  await page.keyboard.press('y')
  await expect(page.getByRole('menu', { name: 'Copy entity 1001 as' })).toBeVisible()
  await page.keyboard.press('i')
  await page.keyboard.press('Enter')

  await expect(notices.getByText('Copied the id.')).toBeVisible()
  expect(await clipboard()).toBe('1001')

  await page.getByRole('grid').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('row', { name: /^1004 / }).click({ modifiers: ['Shift'] })

  await expect(page.getByRole('toolbar', { name: 'Selected entities' })).toContainText('4 selected')

  await page.keyboard.press('Delete')
  await page
    .getByRole('alertdialog', { name: 'Delete 4 entities?' })
    .getByRole('button', { name: 'Delete' })
    .click()

  await expect(page.getByText('361 entities')).toBeVisible()
  expect((await send('GET', '/api/entities/1004')).status).toBe(404)

  await page.getByRole('button', { name: 'Undo' }).click()

  await expect(page.getByText('365 entities')).toBeVisible()
  expect((await send('GET', '/api/entities/1001')).status).toBe(200)
})

test('the filter completes names while typing @deep', async ({ view: { page, open } }) => {
  await open('/entities')
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type('definition:m.ta')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('combobox', { name: 'Filter entities' })).toHaveValue('definition:M.Tag ')
  await expect(page.getByRole('row', { name: /^4\d\d\d / }).first()).toBeVisible()
})
