import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, test } from './console-test.ts'

/** What the page's address says of the list, as it is read. */
const address = (page: Page) => decodeURIComponent(page.url().replaceAll('+', ' '))

test('entities are filtered, restricted to a definition, sorted and opened beside the list', async ({
  view: { page, open },
}) => {
  await open('/entities')

  await page.getByRole('combobox', { name: 'Definition' }).selectOption('M.Asset')
  const query = page.getByRole('textbox', { name: 'Query' })

  await expect(query).toHaveValue("Definition.Name=='M.Asset'")
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Filter by' }).selectOption('Media')
  await page.getByRole('combobox', { name: 'Value' }).selectOption('image')
  await page.getByRole('button', { name: 'Add', exact: true }).click()

  await expect(query).toHaveValue("Definition.Name=='M.Asset' AND String('Media')=='image'")
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(1)

  await query.fill("Definition.Name=='M.Asset' AND Exists('TagToAsset') AND colour=='red'")

  await expect(page.getByText('Not understood, so nothing is found:')).toBeVisible()
  await expect(page.getByText('No matching entities.')).toBeVisible()
  await expect(page).toHaveURL(/definition=M\.Asset/)

  await page.getByRole('button', { name: "Remove colour=='red'" }).click()

  await expect(page.getByText('Not understood, so nothing is found:')).toBeHidden()
  await expect(query).toHaveValue("Definition.Name=='M.Asset' AND Exists('TagToAsset')")

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
  await page.keyboard.type('harbour')

  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue("FullText=='harbour'")
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  const second = await page.getByRole('row').nth(2).getAttribute('aria-label')
  const id = second?.split(' ')[0] ?? ''

  await tabTo(page.getByRole('grid', { name: 'Entities' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')

  await expect(page.getByRole('toolbar', { name: 'Selected entities' })).toContainText('1 selected')

  await page.keyboard.press('Enter')

  const panel = page.getByRole('complementary', { name: `Entity ${id}` })

  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.keyboard.press('e')

  await expect(panel.getByRole('heading', { name: `Edit entity ${id}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue("FullText=='harbour'")
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

  const grid = page.getByRole('grid', { name: 'Entities' })
  const last = await grid.getAttribute('aria-rowcount')

  expect(Number(last)).toBeGreaterThan(1000)
  await grid.focus()
  await page.keyboard.press('End')

  await expect(page.locator(`[aria-rowindex="${last}"]`)).not.toHaveAttribute('aria-busy')
  expect(await page.getByRole('row').count()).toBeLessThan(80)
})

test('an entity shows its properties, both ends of its relations, its JSON and its requests', async ({
  view: { page, open, send },
}) => {
  await send('GET', '/api/entities/1000')
  await open('/entities/1000')

  await expect(page.getByRole('term').filter({ hasText: 'Caption' })).toBeVisible()

  await page.getByRole('tab', { name: 'Relations' }).click()

  await expect(page.getByRole('heading', { name: /^TagToAsset \d+$/ })).toBeVisible()
  await expect(page).toHaveURL(/tab=relations/)

  await page.getByRole('tab', { name: 'JSON' }).click()

  await expect(page.getByRole('tabpanel')).toContainText('etag:')
  await expect(page.getByRole('tabpanel')).toContainText('"id": 1000')

  await page.keyboard.press('ArrowLeft')

  await expect(page.getByRole('tab', { name: 'Relations' })).toBeFocused()

  await page.getByRole('main').getByRole('link', { name: 'Requests' }).click()

  await expect(page.getByRole('grid', { name: 'Requests' })).toContainText('/api/entities/1000')
})

test('a related entity opens with the entities to which it is related @deep', async ({
  view: { page, open },
}) => {
  await open('/entities/1000?tab=relations')
  await page.getByRole('region', { name: 'TagToAsset, parents' }).getByRole('link').first().click()

  await expect(page).toHaveURL(/entities\/4\d\d\d.*tab=relations/)
  await expect(page.getByRole('region', { name: 'TagToAsset, children' })).toBeVisible()
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

test('the list shows what an application changes on demand; until then no row moves', async ({
  view: { page, open, send },
}) => {
  await open('/entities?definition=M.Asset')
  const rows = page.getByRole('row')

  await expect(rows.nth(3)).toBeVisible()
  const names = () => rows.evaluateAll((all) => all.slice(1, 9).map((row) => row.ariaLabel))
  const before = await names()

  for (const id of [1000, 1001])
    await send('PUT', `/api/entities/${id}`, { properties: { Title: `New ${id}` } })
  await expect(page.getByRole('button', { name: '2 changes, show' })).toBeVisible()
  expect(await names()).toEqual(before)

  await page.getByRole('button', { name: '2 changes, show' }).click()

  await expect(rows.nth(1)).toHaveAttribute('aria-label', '1001 New 1001')
  await expect(page.locator('[data-flashing]')).toHaveCount(2)
})

test('the columns of a definition are its members by their labels, which are found, chosen, ordered and sized, and kept', async ({
  view: { page, open },
}) => {
  const headers = () => page.getByRole('columnheader').allInnerTexts()

  await open('/entities?definition=M.Asset')
  await expect(page.getByRole('columnheader', { name: 'Asset type' })).toHaveAttribute(
    'title',
    'AssetTypeToAsset',
  )
  await page.getByRole('button', { name: 'Columns' }).click()
  // Members with the same label, and one with that of the entity's title.
  await expect(
    page.getByRole('checkbox', { name: /^Main asset of \(PCMProductToMasterAsset\)/ }),
  ).toBeVisible()
  await expect(
    page.getByRole('checkbox', { name: /^Main asset of \(ContentToMasterLinkedAsset\)/ }),
  ).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Title \(Title\)/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a column' }).fill('filesize')
  await expect(page.getByRole('checkbox', { name: /^Asset type/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Size in megabytes' }).check()
  await page.getByRole('searchbox', { name: 'Find a column' }).fill('')
  await page.getByRole('checkbox', { name: /^Asset type/ }).uncheck()
  await page.getByRole('button', { name: 'Move Size in megabytes up' }).click()
  await page.getByRole('button', { name: 'Close' }).click()

  expect((await headers()).slice(-2)).toEqual(['Size in megabytes', 'Modified'])
  await page.getByRole('separator', { name: 'Width of Size in megabytes' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.reload()

  await expect(page.getByRole('separator', { name: 'Width of Size in megabytes' })).toHaveAttribute(
    'aria-valuenow',
    '156',
  )
  expect((await headers()).slice(-2)).toEqual(['Size in megabytes', 'Modified'])
  const row = page.getByRole('row').nth(1)

  await expect(row).not.toHaveAttribute('aria-busy')
  // A row is as wide as its cells, where that is wider than the list, too.
  await page.setViewportSize({ width: 640, height: 600 })
  expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Hide all but the title' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  expect((await headers()).slice(1)).toEqual(['Title'])
})

test('a page of rows with seven columns takes less than 60 kB, and typing sends one request per pause', async ({
  view: { page, open },
}) => {
  const sizes: Promise<number>[] = []
  const lists: string[] = []

  page.on('response', (response) => {
    if (!/\/__sandbox\/rows.*take=100/.test(response.url())) return
    lists.push(response.url())
    sizes.push(response.body().then((body) => body.length))
  })
  await page.clock.install()
  await open('/entities?definition=M.Asset')
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  expect(lists).toHaveLength(1)
  expect(await sizes[0]).toBeLessThan(60_000)

  // However busy the machine is, there is no pause between two keys.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('/')
  for (const key of 'harbour') {
    await page.keyboard.press(key)
    await page.clock.runFor(30)
  }
  await page.clock.resume()
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue(/FullText=='harbour'$/)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  expect(lists).toHaveLength(2)
})

test('a cell is edited in place, and a value is set for many rows at once, with one Undo', async ({
  view: { page, open, read },
}) => {
  interface Entity {
    properties: { Media: { identifier: string } }
  }

  const media = async (id: number) => (await read<Entity>(`/api/entities/${id}`)).properties.Media.identifier

  await open('/entities?definition=M.Asset&sort=id')
  const grid = page.getByRole('grid')

  await expect(page.getByRole('row', { name: /^1000 / })).toBeVisible()
  await grid.focus()
  await page.keyboard.press('F2')
  const cell = grid.getByRole('combobox').or(grid.getByRole('textbox'))

  await expect(cell).toBeFocused()
  await cell.selectOption('video')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Changed Media of entity 1000.')).toBeVisible()
  await expect(grid).toBeFocused()
  expect(await media(1000)).toBe('video')

  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Set a value…' }).click()
  await page.getByRole('combobox', { name: 'Property' }).selectOption('Media')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Media' }).selectOption('audio')
  await page.getByRole('button', { name: 'Change 365 entities' }).click()

  await expect(page.getByText('Changed Media of 365 entities.')).toBeVisible()
  expect([await media(1000), await media(1364)]).toEqual(['audio', 'audio'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undid the last change.')).toBeVisible()
  expect(await media(1000)).toBe('video')
})

test('an entity is edited beside the list, whose place is kept', async ({ view: { page, open, read } }) => {
  await open('/entities?definition=M.Asset&sort=id')
  const grid = page.getByRole('grid')

  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await grid.evaluate((box) => box.scrollTo({ top: 3000 }))
  await page.getByRole('row', { name: /^1110 / }).click()
  const panel = page.getByRole('complementary', { name: 'Entity 1110' })

  await panel.getByRole('link', { name: 'Edit', exact: true }).click()
  await panel.getByRole('textbox', { name: 'Title', exact: true }).fill('Edited beside the list')
  await expect(panel.getByText('changed', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Enter')

  await expect(panel.getByRole('heading', { name: 'Edited beside the list' })).toBeVisible()
  await expect(page.getByRole('row', { name: '1110 Edited beside the list' })).toBeVisible()
  expect(await grid.evaluate((box) => box.scrollTop)).toBe(3000)
  expect((await read<{ properties: object }>('/api/entities/1110')).properties).toMatchObject({
    Title: 'Edited beside the list',
  })
})

test('an empty list shows the reason, and what to do @deep', async ({ view: { page, open } }) => {
  await open(`/entities?query=${encodeURIComponent("FullText=='nothing-has-this'")}`)

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
  await page.getByRole('menuitem', { name: 'curl' }).click()

  await expect(notices.getByText('Copied the request as curl.')).toBeVisible()
  expect(await clipboard()).toContain('/api/entities/1001')

  await page.getByRole('grid').focus()
  await page.keyboard.press('y')
  await expect(page.getByRole('menu', { name: 'Copy entity 1001 as' })).toBeVisible()
  await page.keyboard.press('End')
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

test('a query is never changed while it is typed, however slowly; another filter replaces it', async ({
  view: { page, open },
}) => {
  const query = page.getByRole('textbox', { name: 'Query' })
  const search = page.getByRole('searchbox', { name: 'Search entities' })

  await open('/entities')
  for (const [typed, inAddress] of [
    ["Definition.Name=='M.Asset' AND ", 'definition=M.Asset'],
    ['Id>1000 AND ', 'query=Id>1000'],
    ['Id<1005', 'query=Id>1000 AND Id<1005'],
  ] as const) {
    await query.pressSequentially(typed)
    await expect.poll(() => address(page)).toContain(inAddress)
  }
  await expect(query).toHaveValue("Definition.Name=='M.Asset' AND Id>1000 AND Id<1005")
  await expect(page.getByText('4 entities')).toBeVisible()

  await page.getByRole('button', { name: 'Remove Id>1000' }).click()
  await expect(query).toHaveValue("Definition.Name=='M.Asset' AND Id<1005")

  for (const [typed, inAddress] of [
    ['the ', "FullText=='the'"],
    ['sea', "FullText=='the sea'"],
  ] as const) {
    await search.pressSequentially(typed)
    await expect.poll(() => address(page)).toContain(inAddress)
  }
  await expect(search).toHaveValue('the sea')
  await page.goBack()
  await expect(search).toHaveValue('')
})

test('a filter writes true as a literal for a text, and as a value for a Boolean', async ({
  view: { page, open },
}) => {
  const add = page.getByRole('form', { name: 'Add a filter' })
  const query = page.getByRole('textbox', { name: 'Query' })

  await open('/entities?definition=M.PCM.Product')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await add.getByRole('combobox', { name: 'Filter by' }).selectOption('ProductNumber')
  await add.getByRole('textbox', { name: 'Value' }).fill('true')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(query).toHaveValue(/ AND String\('ProductNumber'\) contains 'true'$/)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await add.getByRole('combobox', { name: 'Filter by' }).selectOption('IsBestseller')
  await add.getByRole('combobox', { name: 'Value' }).selectOption('true')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(query).toHaveValue(/ AND Bool\('IsBestseller'\)==true$/)
  await expect(page.getByText('Not understood')).toBeHidden()
})

test('a filter of a number is added only with a number, and stays in the form until then', async ({
  view: { page, open },
}) => {
  const value = page.getByRole('form', { name: 'Add a filter' }).getByRole('textbox', { name: 'Value' })
  const query = page.getByRole('textbox', { name: 'Query' })

  await open('/entities?definition=M.Asset')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Filter by' }).selectOption('FileSize')
  for (const text of ['abc', '49,95']) {
    await value.fill(text)
    await value.press('Enter')
    await expect(value).toBeFocused()
    await expect(query).not.toHaveValue(/FileSize/)
  }
  await value.fill('49.95')
  await value.press('Enter')
  await expect(query).toHaveValue(/ AND Decimal\('FileSize'\)==49\.95$/)
})

test('Enter and Escape that end a composition neither save a cell nor close a field', async ({
  view: { page, open, read },
}) => {
  const field = page.getByRole('grid').getByRole('textbox')
  const filter = page.getByRole('form', { name: 'Add a filter' })
  const value = filter.getByRole('textbox', { name: 'Value' })

  await open('/entities?definition=M.Tag&sort=id')
  const id = await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).innerText()
  const before = await read(`/api/entities/${id}`)

  await page.getByRole('grid').press('F2')
  await field.fill('にほん')
  for (const key of ['Enter', 'Escape']) {
    await field.dispatchEvent('keydown', { key, isComposing: true, cancelable: true })
    await expect(field).toHaveValue('にほん')
  }
  expect(await read(`/api/entities/${id}`)).toEqual(before)
  await field.press('Enter')
  await expect(page.getByText(new RegExp(`^Changed .* of entity ${id}\\.$`))).toBeVisible()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await filter.getByRole('combobox', { name: 'Filter by' }).selectOption('Identifier')
  await value.dispatchEvent('keydown', { key: 'Escape', isComposing: true, cancelable: true })
  await expect(value).toBeVisible()
  await value.press('Escape')
  await expect(value).toBeHidden()
})
