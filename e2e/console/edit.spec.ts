import type { Page } from '@playwright/test'
import { expect, test, type ConsoleView } from './console-test.ts'

interface Tags {
  parents: { href: string }[]
}

const title = async (read: ConsoleView['read']) =>
  (await read<{ properties: { Title: string } }>('/api/entities/1000')).properties.Title

/** The first button that removes a related entity from an end. */
const removing = (page: Page, end: string) =>
  page
    .getByRole('region', { name: end })
    .getByRole('button', { name: /^Remove/ })
    .first()

/** Chooses the columns of the list of a definition, before the page is opened. */
const chooseColumns = (page: Page, definition: string, names: readonly string[]) =>
  page.addInitScript(
    (columns) => localStorage.setItem('entity-sandbox.console', JSON.stringify({ columns })),
    { [definition]: names.map((name) => ({ name })) },
  )

test('an entity is edited in the form, which shows exactly the request it sends; after that its heading has the focus', async ({
  view: { page, open, read },
}) => {
  await open('/entities/1000/edit')

  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour at dawn')

  await expect(page.getByRole('region', { name: 'Request' })).toContainText('PUT /api/entities/1000')
  await expect(page.getByRole('region', { name: 'Request' })).toContainText('"Title": "Harbour at dawn"')

  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { name: 'Harbour at dawn', level: 1 })).toBeFocused()
  expect(await title(read)).toBe('Harbour at dawn')
})

test('Undo reverts a whole save, also if a part of it was rejected at first @deep', async ({
  view: { page, open, read },
}) => {
  const before = await read('/api/entities/1000/relations/TagToAsset')
  const titleBefore = await title(read)

  await open('/entities/1000/edit')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Half saved')
  await page.getByRole('tab', { name: 'Relations' }).click()
  await removing(page, 'TagToAsset, parents').click()
  await page.route('**/relations/**', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('500')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved the rest of entity 1000.')).toBeVisible()
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undid the last change.')).toBeVisible()

  expect(await read('/api/entities/1000/relations/TagToAsset')).toEqual(before)
  expect(await title(read)).toBe(titleBefore)
})

test('after a conflict, untouched fields stay theirs, and one value of what both changed is chosen', async ({
  view: { page, open, send, read },
}) => {
  await open('/entities/1000/edit')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Mine')

  await send('PUT', '/api/entities/1000', { properties: { Title: 'Theirs', Width: 1234 } })
  await page.getByRole('button', { name: 'Save' }).click()

  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed entity 1000' })

  await expect(conflict).toContainText('Their Width is kept.')
  await conflict.getByRole('radio', { name: 'Theirs: Theirs' }).check()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Theirs')
  await conflict.getByRole('radio', { name: 'Mine: Mine' }).check()
  await expect(page.getByRole('region', { name: 'Request' })).not.toContainText('Width')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Saved entity 1000.')).toBeVisible()
  expect((await read<{ properties: object }>('/api/entities/1000')).properties).toMatchObject({
    Title: 'Mine',
    Width: 1234,
  })
})

test('after a second conflict, the newest version is merged, also of relations @deep', async ({
  view: { page, open, send, read },
}) => {
  await open('/entities/1000/edit')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Mine')
  await page.getByRole('tab', { name: 'Relations' }).click()
  await removing(page, 'TagToAsset, parents').click()
  await send('PUT', '/api/entities/1000', { properties: { Title: 'Theirs' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('radio', { name: 'Theirs: Theirs' })).toBeVisible()

  await send('PUT', '/api/entities/1000', { properties: { Title: 'Again theirs' } })
  await send('PUT', '/api/entities/1000/relations/TagToAsset', { parents: [] })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('radio', { name: 'Theirs: Again theirs' }).check()
  await page.getByRole('radio', { name: 'Theirs: none' }).check()
  await expect(page.getByText('No changes yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Saved entity 1000.')).toBeVisible()
  expect(await title(read)).toBe('Again theirs')
  expect(await read('/api/entities/1000/relations/TagToAsset')).toMatchObject({ parents: [] })
})

test('the error of a rejected save is shown beside the property', async ({ view: { page, open } }) => {
  await open('/entities/1000/edit')

  await page.getByRole('button', { name: 'Clear Title' }).click()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
})

test('an entity is created by keyboard, with a relation @deep', async ({
  view: { page, open, read, tabTo },
}) => {
  await open('/entities/new?definition=M.Tag')

  const name = page.getByRole('textbox', { name: 'TagName en-US' })

  await tabTo(name)
  await page.keyboard.type('Harbour')
  await tabTo(page.getByRole('textbox', { name: 'Slug' }))
  await page.keyboard.type('e2e-harbour')
  await tabTo(page.getByRole('tab', { name: 'Properties' }))
  await page.keyboard.press('End')
  await tabTo(page.getByRole('combobox', { name: 'Add to TagToAsset, children' }))
  await page.keyboard.type('1000')
  await expect(
    page.getByRole('listbox', { name: 'Add to TagToAsset, children' }).getByRole('option').first(),
  ).toContainText('1000')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await expect(page.getByText(/^Created entity \d+\.$/)).toBeVisible()

  const id = /entities\/(\d+)/.exec(page.url())?.[1]
  const tags = await read<Tags>('/api/entities/1000/relations/TagToAsset')

  expect(tags.parents.map(({ href }) => href)).toContainEqual(expect.stringMatching(new RegExp(`/${id}$`)))
})

test('the relations of an entity are chosen, ordered and saved, each by a separate request @deep', async ({
  view: { page, open, read, tabTo },
}) => {
  const tags = async () =>
    (await read<Tags>('/api/entities/1000/relations/TagToAsset')).parents.map(({ href }) =>
      Number(href.split('/').at(-1)),
    )
  const before = await tags()

  await open('/entities/1000?tab=relations')
  await page.getByRole('link', { name: 'Edit the relations' }).click()

  const field = page.getByRole('region', { name: 'TagToAsset, parents' })
  const request = page.getByRole('region', { name: 'Request' })

  await field.getByRole('combobox').fill('4003')
  await field.getByRole('option', { name: /^4003/ }).click()
  await field
    .getByRole('listitem')
    .last()
    .getByRole('button', { name: /^Move .* up$/ })
    .click()
  for (const item of [2, 1])
    await field
      .getByRole('listitem')
      .nth(item)
      .getByRole('button', { name: /^Move .* up$/ })
      .click()
  await removing(page, 'AssetTypeToAsset, parent').click()

  await expect(request).toContainText('2 requests, sent in this order')
  await expect(request).toContainText('PUT /api/entities/1000/relations/TagToAsset')
  await expect(request).toContainText('"parent": null')

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved entity 1000.')).toBeVisible()

  const [first, second] = before

  expect(await tags()).toEqual([second, first, 4003])

  // The same by keyboard: on the tab of the relations, the key opens those.
  await page.keyboard.press('e')
  await tabTo(
    field
      .getByRole('listitem')
      .nth(2)
      .getByRole('button', { name: /^Move .* up$/ }),
  )
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Edit')

  expect(await tags()).toEqual([second, 4003, first])
})

test('a text that is no number or no JSON is not sent by the form, which says so at its field', async ({
  view: { page, open, send, read },
}) => {
  await send('PUT', '/api/entities/1000', { properties: { FrameRate: 10 } })
  const before = await read('/api/entities/1000')
  const rate = page.getByRole('textbox', { name: 'FrameRate', exact: true })

  await open('/entities/1000/edit')
  for (const [name, text] of [
    ['FrameRate', '49,95'],
    ['FrameRate', '12abc'],
    ['FrameRate', 'abc'],
    ['FileProperties', '{"a":1,"b":}'],
  ] as const) {
    const field = page.getByRole('textbox', { name, exact: true })

    await field.press('Control+a')
    await field.pressSequentially(text)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(text)
    await expect(page.getByText(/^Not (a valid number|valid JSON)\.$/)).toBeVisible()
    await expect(page.getByText('Nothing is sent while a field is invalid.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Request' })).toBeHidden()
    // The relations are on another tab, which would hide the text.
    await page.getByRole('tab', { name: 'Relations' }).click()
    await expect(field).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: `Clear ${name}`, exact: true }).click()
  }
  expect(await read('/api/entities/1000')).toEqual(before)

  await rate.fill('49.95')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved entity 1000.')).toBeVisible()
  expect(await read('/api/entities/1000')).toMatchObject({ properties: { FrameRate: 49.95 } })
})

test('a text that is no number is not sent by a cell or for several entities: its field stays, with the text', async ({
  view: { page, open, send, read },
}) => {
  await send('PUT', '/api/entities/1000', { properties: { FrameRate: 10 } })
  const before = await read('/api/entities/1000')
  const field = page.getByRole('textbox', { name: 'FrameRate', exact: true })
  const row = page.getByRole('row', { name: /^1000 / })

  await chooseColumns(page, 'M.Asset', ['id', 'FrameRate'])
  await open('/entities?definition=M.Asset&sort=id')
  for (const text of ['49,95', 'abc']) {
    await expect(row).toBeVisible()
    await page.getByRole('grid').press('F2')
    await field.press('Control+a')
    await field.pressSequentially(text)
    await field.press('Enter')
    await expect(field).toBeFocused()
    // Another row opens beside the list.
    await page.getByRole('row', { name: /^1001 / }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(text)
    await field.press('Escape')
    await expect(field).toBeHidden()
  }

  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Set a value…' }).click()
  await page.getByRole('combobox', { name: 'Property' }).selectOption('FrameRate')
  await field.fill('49,95')
  await field.press('Enter')
  await page.getByRole('button', { name: /^Change \d+ entities$/ }).click()
  await expect(field).toBeFocused()
  expect(await read('/api/entities/1000')).toEqual(before)
})

test('a new entity is refused if its id or identifier is that of another entity, which stays as it was', async ({
  view: { page, open, read },
}) => {
  const before = await read<{ identifier: string }>('/api/entities/4000')
  const id = page.getByRole('textbox', { name: 'Id (optional)', exact: true })
  const identifier = page.getByRole('textbox', { name: 'Identifier (optional)' })
  const create = page.getByRole('button', { name: 'Create entity' })
  const problem = page.getByRole('alert').filter({ hasText: 'exists' })

  await open('/entities/new?definition=M.Tag')
  await page.getByRole('textbox', { name: 'TagName en-US' }).fill('Harbour')
  await page.getByRole('textbox', { name: 'Slug' }).fill('new-harbour')
  await id.fill('04000')
  await create.click()
  await expect(problem).toContainText('An entity with the id 4000 exists')

  await id.fill('')
  await identifier.fill(before.identifier)
  await create.click()
  await expect(problem).toContainText(`An entity with the identifier ${before.identifier} exists`)
  expect(await read('/api/entities/4000')).toEqual(before)
  await expect(problem.getByRole('link', { name: 'Entity 4000' })).toHaveAttribute('href', /entities\/4000/)

  await identifier.fill('UserGroup.Administrators') // of another definition
  await create.click()
  await expect(problem).toContainText('An entity with the identifier UserGroup.Administrators exists')

  await id.fill('987654')
  await identifier.fill('e2e.harbour')
  await create.click()
  await expect(page.getByText('Created entity 987654.')).toBeVisible()
})

test('the console reads and saves while the machine has no network, since the sandbox needs none', async ({
  view: { page, open },
}) => {
  await open('/entities/new?definition=M.Tag')
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.getByRole('textbox', { name: 'TagName en-US' }).fill('Harbour')
  await page.getByRole('textbox', { name: 'Slug' }).fill('new-harbour')
  await page.getByRole('textbox', { name: 'Id (optional)', exact: true }).fill('987654')
  await page.getByRole('button', { name: 'Create entity' }).click()
  await expect(page.getByText('Created entity 987654.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
})

test('an empty cell is edited by the pointer', async ({ view: { page, open, send, read } }) => {
  await send('PUT', '/api/entities/1000', { properties: { FrameRate: null } })
  await chooseColumns(page, 'M.Asset', ['id', 'FrameRate'])
  await open('/entities?definition=M.Asset&sort=id')
  const cell = page
    .getByRole('row', { name: /^1000 / })
    .getByRole('gridcell')
    .last()

  await cell.hover()
  await cell.getByTitle(/^Edit FrameRate/).click()
  await cell.getByRole('textbox', { name: 'FrameRate' }).fill('24')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Changed FrameRate of entity 1000.')).toBeVisible()
  expect(await read('/api/entities/1000')).toMatchObject({ properties: { FrameRate: 24 } })
})
