import { expect, test } from './open.ts'

interface Titled {
  properties: { Title: string }
}

test('an entity is edited in the form, which shows exactly the request it sends', async ({
  console: { page, open, read },
}) => {
  await open('/entities/1000/edit')

  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour at dawn')

  await expect(page.getByRole('region', { name: 'Request' })).toContainText('PUT /api/entities/1000')
  await expect(page.getByRole('region', { name: 'Request' })).toContainText('"Title": "Harbour at dawn"')

  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { name: 'Harbour at dawn' })).toBeVisible()
  expect(await read<Titled>('/api/entities/1000')).toMatchObject({ properties: { Title: 'Harbour at dawn' } })
})

test('an entity is edited as JSON, from the same draft', async ({ console: { page, open, read } }) => {
  await open('/entities/1000/edit')

  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('From the form')
  await page.getByRole('tab', { name: 'JSON' }).click()

  const editor = page.getByRole('textbox', { name: 'Properties as JSON' })

  await expect(editor).toContainText('From the form')

  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('{"Title": "From the editor"}')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Saved entity 1000.')).toBeVisible()
  expect(await read<Titled>('/api/entities/1000')).toMatchObject({ properties: { Title: 'From the editor' } })
})

test('a change by somebody else meanwhile is shown, and one of both is chosen', async ({
  console: { page, open, send, read },
}) => {
  await open('/entities/1000/edit')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Mine')

  await send('PUT', '/api/entities/1000', { properties: { Title: 'Theirs' } })
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('alert')).toContainText('was changed by somebody else')
  await expect(page.getByRole('row', { name: 'Title' })).toContainText('Theirs')

  await page.getByRole('button', { name: 'Keep mine' }).click()

  await expect(page.getByText('Saved entity 1000.')).toBeVisible()
  expect(await read<Titled>('/api/entities/1000')).toMatchObject({ properties: { Title: 'Mine' } })
})

test('leaving with changes asks first', async ({ console: { page, open } }) => {
  await open('/entities/1000/edit')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Not saved')

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Health' }).click()
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click()

  await expect(page.getByRole('heading', { name: 'Edit entity 1000' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Health' }).click()
  await page.getByRole('button', { name: 'Discard the changes' }).click()

  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
})

test('a refused save says what is wrong beside the property', async ({ console: { page, open } }) => {
  await open('/entities/1000/edit')

  await page.getByRole('button', { name: 'Empty Title' }).click()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
})

test('an entity is created by keyboard, with a relation', async ({
  console: { page, open, read, tabTo },
}) => {
  await open('/entities/new?definition=M.Tag')

  const name = page.getByRole('textbox', { name: 'TagName en-US' })

  await tabTo(name)
  await page.keyboard.type('Harbour')
  await tabTo(page.getByRole('textbox', { name: 'Slug' }))
  await page.keyboard.type('e2e-harbour')
  await tabTo(page.getByRole('combobox', { name: 'Add to TagToAsset' }))
  await page.keyboard.type('1000')
  await expect(
    page.getByRole('listbox', { name: 'Add to TagToAsset' }).getByRole('option').first(),
  ).toContainText('1000')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await expect(page.getByText('201 Created')).toBeVisible()

  const id = /entities\/(\d+)/.exec(page.url())?.[1]
  const tags = await read<{ parents: { href: string }[] }>('/api/entities/1000/relations/TagToAsset')

  expect(tags.parents.map(({ href }) => href)).toContainEqual(expect.stringMatching(new RegExp(`/${id}$`)))
})

test('an identifier that exists makes a create an update, and the form says so', async ({
  console: { page, open },
}) => {
  await open('/entities/new?definition=M.AssetType')

  await page
    .getByRole('textbox', { name: 'Identifier, if it shall be a certain one' })
    .fill('M.AssetType.Photo')

  await expect(page.getByRole('status').filter({ hasText: 'Exists' })).toContainText('will be updated')
})
