import type { Page } from '@playwright/test'
import { expect, test } from './open.ts'

/** The role and name of the focused element, as a screen reader says them. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document

    return activeElement === document.body || !activeElement
      ? 'the page'
      : (activeElement.getAttribute('aria-label') ?? activeElement.textContent.trim())
  })
}

test('a dialog gives the focus back to what opened it', async ({ console: { page, open } }) => {
  const cases = [
    { at: '/sandbox', opener: page.getByRole('button', { name: 'Reset to seed' }) },
    { at: '/health', opener: page.getByRole('button', { name: 'Flap…' }) },
    { at: '/notifications', opener: page.getByRole('button', { name: /^Send/ }) },
    { at: '/entities', opener: page.getByRole('button', { name: 'Open the command palette' }) },
    { at: '/entities', opener: page.getByRole('button', { name: 'Shortcuts' }) },
  ]

  for (const { at, opener } of cases) {
    await test.step(at, async () => {
      await open(at)
      await opener.click()
      await expect(page.locator('dialog')).toBeVisible()
      expect(await focused(page)).not.toBe('Close')
      await page.keyboard.press('Escape')

      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(opener).toBeFocused()
    })
  }
})

test('a closed menu gives the focus back, and keys act on the row again', async ({
  console: { page, open },
}) => {
  await open('/entities')
  const grid = page.getByRole('grid', { name: 'Entities' })

  await grid.getByRole('row').nth(3).click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')

  await expect(page.getByRole('menu')).toBeVisible()
})

test('what is removed gives the focus to its neighbour', async ({ console: { page, open } }) => {
  await open('/entities/1000/edit?tab=relations')
  const removes = page.getByRole('button', { name: /^Remove / })

  await removes.first().focus()
  const [first, second] = await removes.evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label')),
  )

  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: first ?? '', exact: true })).toHaveCount(0)
  expect(await focused(page)).not.toBe('the page')
  expect(second).toBeDefined()
  // A single key is no shortcut now that would leave the form.
  await open('/entities/1000/edit')
  await page
    .getByRole('button', { name: /^Clear / })
    .first()
    .focus()
  await page.keyboard.press('Enter')

  expect(await focused(page)).not.toBe('the page')
})

test('a field that got the focus when it appeared gives it away for good', async ({
  console: { page, open },
  sandbox,
}) => {
  await sandbox.snapshot('before')
  await open('/sandbox')
  await page.getByRole('button', { name: 'Rename before' }).click()

  const row = page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')
  const rename = row.getByRole('button', { name: 'Rename', exact: true })

  await expect(page.getByRole('textbox', { name: 'New name of before' })).toBeFocused()
  await page.keyboard.press('Tab')

  await expect(rename).toBeFocused()

  const text = await row.innerText()

  // The age of the snapshot, which is drawn anew every second.
  await expect(row).not.toHaveText(text, { useInnerText: true })
  await expect(rename).toBeFocused()
})

test('after a deletion the next row is the active one', async ({ console: { page, open } }) => {
  await open('/entities?definition=M.Tag')
  const grid = page.getByRole('grid', { name: 'Entities' })

  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')

  await expect(page.getByText(/^Deleted entity/)).toBeVisible()
  await expect(grid).toBeFocused()
  await page.keyboard.press('Control+z')

  await expect(page.getByText('Undid the last change.')).toBeVisible()
})

test('after a save the heading of the entity has the focus', async ({ console: { page, open } }) => {
  await open('/entities/1000/edit')
  await page.getByLabel('Title', { exact: true }).fill('Nets')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { name: 'Nets', level: 1 })).toBeFocused()
})
