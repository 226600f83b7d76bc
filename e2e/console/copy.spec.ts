import { expect, test } from './open.ts'

test('a copy is put together with its request and its plan in sight', async ({
  console: { page, open, read },
}) => {
  await open('/entities/1000/copy')

  await page.getByRole('combobox', { name: 'Method of Title' }).selectOption('Overwrite')
  await page.getByRole('textbox', { name: 'New value of Title' }).fill('A copy')

  const request = page.getByRole('region', { name: 'Request' })
  const plan = page.getByRole('region', { name: 'Plan' })

  await expect(request).toContainText('"new_value": "A copy"')
  await expect(plan).toContainText('Creates 1 entity')
  await expect(plan.getByRole('row', { name: /^Title/ })).toContainText('A copy')

  await page.getByRole('button', { name: 'Copy', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'A copy' })).toBeVisible()

  const id = /entities\/(\d+)/.exec(page.url())?.[1]

  expect(await read(`/api/entities/${id}`)).toMatchObject({ properties: { Title: 'A copy' } })
})

test('Copy opens the rules of the related entities, one level down', async ({ console: { page, open } }) => {
  await open('/entities/1000/copy')

  await page.getByRole('combobox', { name: 'Method of TagToAsset', exact: true }).selectOption('Copy')
  await page.getByRole('combobox', { name: 'Method of TagName of TagToAsset' }).selectOption('Remove')

  await expect(page.getByRole('region', { name: 'Request' })).toContainText('"related_copy_options"')
})

test('what a profile does not count for is struck out with its rule', async ({ console: { page, open } }) => {
  await open('/entities/1000/copy')

  await page.getByRole('button', { name: 'Profile identifier alone' }).click()
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('50')

  await expect(page.getByText('Ignored: the identifier wins (rule 3).')).toBeVisible()

  await page.getByRole('combobox', { name: 'Method of Title' }).selectOption('Keep')

  await expect(page.getByText('Ignored: options are given (rule 4).')).toHaveCount(2)
})

test('an entity is copied by keyboard', async ({ console: { page, open, tabTo } }) => {
  await open('/entities/1000')
  await expect(page.getByRole('tab', { name: 'Properties' })).toBeVisible()

  await page.keyboard.press('c')
  await tabTo(page.getByRole('combobox', { name: 'Method of Title' }))
  await page.keyboard.type('Over')
  await page.keyboard.press('Tab')
  await page.keyboard.type('By keyboard')

  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('By keyboard')

  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { name: 'By keyboard' })).toBeVisible()
})
