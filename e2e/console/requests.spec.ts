import { expect, test } from './console-test.ts'

test('requests appear as they are sent, with their details and as code', async ({
  view: { page, open, send },
  sandbox,
}) => {
  await open('/requests')
  await expect(page.getByText('No application has sent a request yet.')).toBeVisible()
  // The suggested request is to this sandbox.
  await expect(page.getByText(/^curl /)).toContainText(`/s/${sandbox.id}/api/entities/1000`)

  await send('GET', '/api/entities/1000')
  await send('PUT', '/api/entities/1000', { properties: { Colour: 'red' } })

  const columns = ['UTC', 'Method', 'Path', 'Status', 'Duration', 'Size', 'User', 'Handled by']

  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await page.getByRole('row', { name: 'PUT /api/entities/1000 400' }).click()

  const panel = page.getByRole('complementary', { name: 'Request' })

  await expect(panel).toContainText('Colour')
  await expect(panel).toContainText('Handled by')

  await panel.getByRole('tab', { name: 'Copy as' }).click()

  await expect(panel.getByRole('region', { name: 'curl' })).toContainText('curl -X PUT')
  await expect(panel.getByRole('region', { name: 'msw handler' })).toContainText('status: 400')

  await panel.getByRole('button', { name: 'Replay' }).click()

  await expect(page.getByRole('row', { name: 'PUT /api/entities/1000 400' })).toHaveCount(2)
})

test('the list is filtered and opened by keyboard, and stays still while it is paused', async ({
  view: { page, open, send, tabTo },
}) => {
  await send('GET', '/api/entities/1000')
  await send('GET', '/api/entities/999999999')
  await open('/requests')
  await expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(2)

  await page.keyboard.press('/')
  await page.keyboard.type('status:4xx')

  await expect(page).toHaveURL(/q=status/)
  await expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(1)

  await tabTo(page.getByRole('grid', { name: 'Requests' }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('complementary', { name: 'Request' })).toContainText('999999999')

  await page.keyboard.press('Escape')

  await expect(page.getByRole('complementary', { name: 'Request' })).toBeHidden()

  await page.keyboard.press('.')
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await send('GET', '/api/entities/999999998')

  await expect(page.getByRole('button', { name: '1 new request' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(1)

  await page.getByRole('button', { name: '1 new request' }).click()

  await expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(2)
})

test('any request can be composed in the explorer and sent', async ({ view: { page, open } }) => {
  await open('/explore')

  await page.getByRole('button', { name: 'Services, as a tree' }).click()
  await page.getByRole('button', { name: 'Send' }).click()

  await expect(page.getByRole('region', { name: 'Response' })).toContainText('service_status_label')

  await page
    .getByRole('textbox', { name: 'Path' })
    .or(page.getByRole('combobox', { name: 'Path' }))
    .fill('/api/entities/999999999')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('region', { name: 'Response' })).toContainText('was not found')
})

test(
  'every example of the explorer gets the status in its title',
  { tag: '@deep' },
  async ({ view: { page, open } }) => {
    await open('/explore')
    const examples = page.getByRole('navigation', { name: 'Examples' }).getByRole('button')

    for (const example of await examples.all()) {
      const title = await example.innerText()

      await example.click()
      await page.getByRole('button', { name: 'Send' }).click()

      const expected = /: (\d+)$/.exec(title)?.[1] ?? /^20[0-4]/

      await expect(
        page.getByRole('region', { name: 'Response' }).getByRole('status').locator('p').first(),
        title,
      ).toHaveText(typeof expected === 'string' ? new RegExp(`^${expected}`) : expected)
    }
  },
)
