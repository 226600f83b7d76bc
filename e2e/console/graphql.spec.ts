import { readFile } from 'node:fs/promises'
import { expect, test } from './console-test.ts'

test('a query is written with the help of the schema and run', async ({ sandbox, view: { page, send } }) => {
  const editor = page.getByRole('textbox', { name: 'Query' })
  const result = page.getByRole('region', { name: 'Result' })

  await test.step('the address of the endpoint opens the page', async () => {
    await page.goto(`/s/${sandbox.id}/api/graphql/preview/v1`)

    await expect(page).toHaveURL(`/requests/graphql?sandbox=${sandbox.id}`)
    await expect(editor).toContainText('allM_Asset(first: 5)')
    await page.goto(`/s/${sandbox.id}/api/graphql/v1/`)
    await expect(page).toHaveURL(`/requests/graphql?sandbox=${sandbox.id}`)
    expect((await send('GET', '/api/graphql/preview/v1')).status, 'to programs it is no page').toBe(405)
  })

  await test.step('names are completed, and mistakes are marked', async () => {
    await editor.fill('query Assets($most: Int) { allM_Asset(first: $most) { results { id titl')
    // The editor ignores a click on a list of names that it is about to replace.
    await expect(async () => {
      await page.keyboard.press('Control+Space')
      await page.getByRole('option', { name: /^title/ }).click({ timeout: 2000 })
      await expect(editor).toContainText('id title', { timeout: 500 })
    }).toPass()
    await page.keyboard.type(' } } } query Other { allM_Tag { totals } }')

    await expect(editor).toContainText('id title } } }')
    await editor.locator('.cm-lintRange-error', { hasText: 'totals' }).hover()
    await expect(page.getByText('Cannot query field "totals"')).toBeVisible()
    await expect(page.locator('.cm-lint-marker-error'), 'only the query has a mistake').toHaveCount(1)
  })

  await test.step('one of two operations runs with its variables', async () => {
    await editor.fill(
      'query Assets($most: Int) { allM_Asset(first: $most) { results { title } } } query Other { allM_Tag { total } }',
    )
    await page.getByRole('textbox', { name: 'Variables' }).fill('{"most": 2}')
    await page.keyboard.press('Control+Enter')

    await expect(result.getByText('"title"')).toHaveCount(2)

    await page.getByRole('combobox', { name: 'Operation' }).selectOption('Other')
    await page.getByRole('button', { name: 'Run' }).click()

    await expect(result).toContainText('"total"')
  })

  await test.step('the schema is saved as a file', async () => {
    const download = page.waitForEvent('download')

    await page.getByRole('button', { name: 'Schema' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('type M_Asset ')
  })
})
