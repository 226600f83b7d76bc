import { expect, test } from './console-test.ts'

test('a copy is composed in a dialog over its entity, with its request and its plan', async ({
  view: { page, open, read },
}) => {
  await open('/entities?selected=1000')
  await page.getByRole('link', { name: 'Copy…' }).click()

  const dialog = page.getByRole('dialog', { name: /^Copy entity 1000/ })
  const request = dialog.getByRole('region', { name: 'Request' })
  const plan = dialog.getByRole('region', { name: 'Plan' })

  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()

  await expect(dialog.getByText('empty').first()).toBeVisible()
  await expect(dialog.getByTitle('null')).toHaveCount(0)

  await dialog.getByRole('combobox', { name: 'Method of Width' }).selectOption('Overwrite')
  await dialog.getByRole('textbox', { name: 'New value of Width' }).fill('wide')

  await expect(dialog.getByRole('alert')).toContainText('Expected a whole number')

  await dialog.getByRole('combobox', { name: 'Set all properties' }).selectOption('Remove')

  await expect(request).toContainText('"property": "Caption"')

  await dialog.getByRole('button', { name: 'Reset all' }).click()
  await dialog.getByRole('combobox', { name: 'Method of Title' }).selectOption('Overwrite')
  await dialog.getByRole('textbox', { name: 'New value of Title' }).fill('A copy')

  await expect(request).toContainText('"new_value": "A copy"')
  await expect(dialog).toContainText('Creates 1 entity; 1 property overwritten')
  await expect(dialog.getByRole('row', { name: 'Title', exact: true }).getByRole('textbox')).toHaveValue(
    'A copy',
  )
  await expect(plan).toContainText('References change')

  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'A copy' })).toBeVisible()

  const id = /entities\/(\d+)/.exec(page.url())?.[1]

  expect(await read(`/api/entities/${id}`)).toMatchObject({ properties: { Title: 'A copy' } })
})

test('Copy opens the rules of the related entities, level by level, and marks cycles @deep', async ({
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

  await expect(page.getByText('depth 2')).toBeVisible()
  await expect(page.getByText('this › TagToAsset › TagToAsset')).toBeVisible()
  await expect(page.getByText('M.Asset already occurs on this path')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Request' })).toContainText('"related_copy_options"')
})

test('a profile that the rules replace is marked as unused @deep', async ({ view: { page, open } }) => {
  await open('/entities/1000/copy')

  const profile = page.getByRole('combobox', { name: 'Copy profile' })
  const note = page.getByText('Not used: the rules below take precedence.')

  await profile.selectOption({ index: 1 })

  await expect(page.getByRole('region', { name: 'Request' })).toContainText('"copy_profile_identifier"')
  await expect(note).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Method of Title' }).selectOption('Keep')

  await expect(note).toBeVisible()
})

test('a property of several languages is overwritten language by language, starting from the source @deep', async ({
  view: { page, open, read },
}) => {
  await open('/entities/1000/copy')
  await page.getByRole('combobox', { name: 'Method of Caption' }).selectOption('Overwrite')

  const dutch = page.getByRole('textbox', { name: 'New value of Caption, nl-NL' })
  const before = await read<{ properties: { Caption: Record<string, string> } }>(
    '/api/entities/1000?cultures=en-US,nl-NL,de-DE',
  )

  await expect(dutch).toHaveValue(before.properties.Caption['nl-NL'] ?? '')
  await dutch.fill('Netten')
  await expect(page.getByRole('dialog')).toContainText('1 property overwritten')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.waitForURL(/entities\/(?!1000)\d+\?/)

  const id = /entities\/(\d+)/.exec(page.url())?.[1]

  expect(await read(`/api/entities/${id}?cultures=en-US,nl-NL,de-DE`)).toMatchObject({
    properties: { Caption: { ...before.properties.Caption, 'nl-NL': 'Netten' } },
  })
})
