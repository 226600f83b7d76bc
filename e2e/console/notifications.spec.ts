import { expect, test } from './console-test.ts'

interface List {
  items: { id: number; notificationtype: string; channels: { channelname: string; is_checked: boolean }[] }[]
}

test('a channel is switched immediately, and saved @deep', async ({ view: { page, open, read } }) => {
  await open('/notifications')

  const [first] = (await read<List>('/api/notifications')).items
  const email = page.getByRole('switch', { name: new RegExp(`^EmailNotification of .* ${first?.id}$`) })
  const before = await email.getAttribute('aria-checked')

  await email.click()

  await expect(email).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true')
  await expect
    .poll(async () => {
      const { items } = await read<List>('/api/notifications')

      return items.find(({ id }) => id === first?.id)?.channels[0]?.is_checked
    })
    .toBe(before !== 'true')
})

test('a test notification is sent by keyboard and appears', async ({ view: { page, open, tabTo } }) => {
  await open('/notifications')

  await tabTo(page.getByRole('button', { name: 'Send a test notification' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('dialog').getByRole('combobox', { name: 'Type' }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('TideTurned')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('list', { name: 'Notifications' })).toContainText('TideTurned')
})

test('each user sees their own; a rejected choice is reverted @deep', async ({ view: { page, open } }) => {
  await open('/notifications')

  const list = page.getByRole('list', { name: 'Notifications' })

  await page.getByRole('combobox', { name: 'Notifications of' }).selectOption('reader')

  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expect(list.getByText('admin', { exact: true }).and(page.locator('.pill'))).toHaveCount(0)

  const rejected = list.getByRole('listitem').filter({ hasText: 'everyone' }).getByRole('switch').first()
  const before = (await rejected.getAttribute('aria-checked')) ?? ''

  await rejected.focus()
  await page.keyboard.press('Space')

  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toBeVisible()
  await expect(rejected).toHaveAttribute('aria-checked', before)
})
