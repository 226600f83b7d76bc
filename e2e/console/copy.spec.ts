import { expect, test } from './console-test.ts'

test('a copy is composed in a dialog over its entity, with its request and what becomes of each member', async ({
  view: { page, open, read },
}) => {
  await open('/entities?selected=1000')
  await page.getByRole('link', { name: 'Copy…' }).click()

  const dialog = page.getByRole('dialog', { name: /^Copy entity 1000/ })
  const request = dialog.getByRole('region', { name: 'Request' })

  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()

  await expect(dialog.getByText('empty', { exact: true }).first()).toBeVisible()
  await expect(dialog.getByTitle('null')).toHaveCount(0)

  await dialog.getByRole('combobox', { name: 'Method of Width' }).selectOption('Overwrite')
  await dialog.getByRole('textbox', { name: 'New value of Width' }).fill('wide')

  await expect(dialog.getByRole('alert')).toContainText('Expected a whole number')

  await dialog.getByRole('combobox', { name: 'Method of Width' }).selectOption('Default')
  await dialog.getByRole('combobox', { name: 'Method of TagToAsset' }).selectOption('Remove: Becomes empty.')

  await expect(request).toContainText('"relation": "TagToAsset"')
  await expect(dialog.getByRole('row', { name: 'TagToAsset', exact: true })).toContainText('0 entities')

  await dialog.getByRole('combobox', { name: 'Method of TagToAsset' }).selectOption('Default')
  await dialog.getByRole('combobox', { name: 'Method of Title' }).selectOption('Overwrite')
  await dialog.getByRole('textbox', { name: 'New value of Title' }).fill('A copy')

  await expect(request).toContainText('"new_value": "A copy"')
  await expect(dialog).toContainText('Creates 1,')
  await expect(dialog.getByRole('row', { name: 'Title', exact: true }).getByRole('textbox')).toHaveValue(
    'A copy',
  )
  await expect(dialog).toContainText('changes references of')

  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'A copy' })).toBeVisible()

  const id = /entities\/(\d+)/.exec(page.url())?.[1]

  expect(await read(`/api/entities/${id}`)).toMatchObject({ properties: { Title: 'A copy' } })
})

test('Copy opens the rules of the related entities, level by level @deep', async ({
  view: { page, open },
}) => {
  await open('/entities/1000/copy')

  await page.getByRole('combobox', { name: 'Method of TagToAsset', exact: true }).selectOption('Copy')

  const name = page.getByRole('combobox', { name: 'Method of TagName of TagToAsset' })

  await name.selectOption('Remove')
  await expect(page.getByText(/"TagName" is mandatory/).first()).toBeVisible()
  await name.selectOption('Overwrite')
  await page.getByRole('textbox', { name: 'New value of TagName of TagToAsset' }).fill('copied')
  await page
    .getByRole('combobox', { name: 'Method of TagToAsset of TagToAsset', exact: true })
    .selectOption('Copy')

  await expect(page.getByText('this › TagToAsset › TagToAsset')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Request' })).toContainText('"related_copy_options"')
})

test('a property of several languages is overwritten with JSON, which is at first that of the source @deep', async ({
  view: { page, open, read },
}) => {
  await open('/entities/1000/copy')
  await page.getByRole('combobox', { name: 'Method of Caption' }).selectOption('Overwrite')

  const value = page.getByRole('textbox', { name: 'New value of Caption' })
  const { Caption } = (
    await read<{ properties: { Caption: Record<string, string> } }>(
      '/api/entities/1000?cultures=en-US,nl-NL,de-DE',
    )
  ).properties

  await expect(value).toHaveValue(JSON.stringify(Caption))
  await value.fill(JSON.stringify({ ...Caption, 'nl-NL': 'Netten' }))
  await expect(page.getByRole('dialog')).toContainText('Creates 1,')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.waitForURL(/entities\/(?!1000)\d+\?/)

  const id = /entities\/(\d+)/.exec(page.url())?.[1]

  expect(await read(`/api/entities/${id}?cultures=en-US,nl-NL,de-DE`)).toMatchObject({
    properties: { Caption: { ...Caption, 'nl-NL': 'Netten' } },
  })
})
