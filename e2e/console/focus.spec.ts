import type { Page } from '@playwright/test'
import { expect, test } from './console-test.ts'

/** The name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document

    return activeElement === document.body || !activeElement
      ? 'the page'
      : (activeElement.getAttribute('aria-label') ?? activeElement.textContent.trim())
  })
}

test('a dialog stays open when a selection of text ends outside of it, and closes on a click there @deep', async ({
  view: { page, open },
}) => {
  await open('/entities')
  await page.getByRole('button', { name: 'Open the command palette' }).click()
  const dialog = page.getByRole('dialog')

  await dialog.getByRole('combobox').hover()
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await expect(dialog).toBeVisible()

  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
})

test('a closed menu returns the focus, and keys act on the row again @deep', async ({
  view: { page, open },
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

test('removing an item moves the focus to its neighbour @deep', async ({ view: { page, open } }) => {
  await open('/entities/1000/edit?tab=relations')

  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .focus()
  const removed = await focused(page)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: removed, exact: true })).toHaveCount(0)
  // It was the only one of its relation.
  expect(await focused(page)).toBe('Add to AssetTypeToAsset, parent')
  // With the focus in the form, a single key is no shortcut that would leave it.
  await open('/entities/1000/edit')
  await page
    .getByRole('button', { name: /^Clear / })
    .first()
    .focus()
  await page.keyboard.press('Enter')

  expect(await focused(page)).not.toBe('the page')
})

test('a field that gets the focus when it appears does not take it again @deep', async ({
  view: { page, open },
}) => {
  await open('/entities')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const comparison = page.getByRole('combobox', { name: 'Comparison' })

  await expect(page.getByRole('combobox', { name: 'Filter by' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(comparison).toBeFocused()
  // Renders the form again.
  await comparison.selectOption('before')
  await expect(comparison).toBeFocused()
})

test('after a deletion the next row is active @deep', async ({ view: { page, open } }) => {
  await open('/entities?definition=M.Tag')
  const grid = page.getByRole('grid', { name: 'Entities' })

  const activeRow = () =>
    grid.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.ariaLabel,
    )

  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const next = await activeRow()
  expect(next).toEqual(expect.any(String))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Delete')

  await expect(page.getByText(/^Deleted entity/)).toBeVisible()
  await expect(grid).toBeFocused()
  await expect.poll(activeRow).toBe(next)
  await page.keyboard.press('Control+z')

  await expect(page.getByText('Undid the last change.')).toBeVisible()
})

test('a button keeps the focus while its action is pending, and when it can’t be repeated', async ({
  view: { page, open, send },
}) => {
  await open('/simulate')
  await page.getByRole('button', { name: 'Enter offline' }).focus()
  await page.keyboard.press('Enter')
  const leave = page.getByRole('button', { name: 'Leave offline' })

  await expect(leave).toBeFocused()
  await expect(leave).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Enter offline' })).toBeFocused()

  await send('DELETE', '/api/entities/1000')
  await open('/sandbox')
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo' })

  await expect(undo).toBeEnabled()
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('Undone.')
  await expect(undo).toBeDisabled()
  await expect(undo).toBeFocused()
})
