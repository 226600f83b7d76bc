import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { serveApp } from './testing/app-server.ts'

const root = resolve(import.meta.dirname, '..')

// Every run tests the console with the service in a page, by the Vite plugin.
test(
  'the playground, a console with the service in its page, works below any path of a static file server',
  { tag: '@deep' },
  async ({ page }) => {
    test.setTimeout(120_000)
    page.setDefaultTimeout(15_000)
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build-playground.ts'], {
      cwd: root,
      stdio: 'ignore',
    })
    await using app = await serveApp(resolve(root, 'dist/playground'), '/some/base/')
    const get = (path: string) =>
      page.evaluate(async (path) => {
        const response = await fetch(path)
        const body: unknown = response.status === 200 ? await response.json() : undefined

        return { status: response.status, body }
      }, path)
    const go = async (view: string) => {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: view }).click()
      await expect(page.getByRole('heading', { level: 1, name: view })).toBeFocused()
    }

    await test.step('it starts', async () => {
      await page.goto(app.url)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
      await expect(page.getByText('In this tab')).toBeVisible()

      expect(await get('/__sandbox')).toMatchObject({
        body: { runtime: 'browser', counts: { entities: 1079 } },
      })
    })

    await test.step('entities are opened, edited and copied', async () => {
      await page.getByRole('textbox', { name: 'Query' }).fill('Id==1000')
      await expect(page.getByRole('row')).toHaveCount(2)
      await page.getByRole('row').nth(1).click()
      await expect(page.getByRole('complementary', { name: 'Entity 1000' })).toBeVisible()
      await page.keyboard.press('e')
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('In the tab')
      await page.keyboard.press('Control+Enter')

      await expect(page.getByRole('heading', { name: 'In the tab' })).toBeVisible()
      expect(await get('/api/entities/1000')).toMatchObject({ body: { properties: { Title: 'In the tab' } } })

      await page.keyboard.press('c')
      await page.getByRole('combobox', { name: 'Method of Title' }).selectOption('Overwrite')
      await page.getByRole('textbox', { name: 'New value of Title' }).fill('Copied in the tab')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('heading', { name: 'Copied in the tab' })).toBeVisible()

      await page.reload()
      await expect(page.getByRole('heading', { name: 'Copied in the tab' })).toBeVisible()
      await page.goto(`${app.url}#/entities?query=${encodeURIComponent(`FullText=='"in the tab"'`)}`)
      await expect(page.getByText('2 entities', { exact: true })).toBeVisible()
    })

    await test.step('requests appear as they are sent, and a fault is made from one', async () => {
      await go('Requests')
      await get('/api/entities/1001')
      await page.getByRole('row', { name: 'GET /api/entities/1001 200' }).click()
      await page.getByRole('link', { name: 'Add a fault for this' }).click()
      await page.getByRole('button', { name: 'Add fault' }).click()

      await expect(page.getByRole('link', { name: '1 fault active' })).toBeVisible()
      expect(await get('/api/entities/1001')).toMatchObject({ status: 500 })
    })

    await test.step('the explorer sends requests to the service in the page, which has the fault', async () => {
      await go('Requests')
      await page.getByRole('link', { name: 'New request' }).click()
      await page.getByRole('searchbox', { name: 'Filter operations' }).fill('reads an entity')
      await page.getByRole('button', { name: 'GET Reads an entity /api/entities/{id}', exact: true }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()

      await expect(page.getByRole('region', { name: 'Response' })).toContainText(
        'of this sandbox returned 500',
      )
    })

    await test.step('a reset undoes all of it', async () => {
      await go('Sandbox')
      await page.getByRole('button', { name: 'Reset to seed' }).click()

      await expect(page.getByRole('alertdialog')).toContainText('This also ends 1 fault.')

      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()

      await expect(page.getByText('Reset the sandbox.')).toBeVisible()
      expect(await get('/api/entities/1000')).not.toMatchObject({
        body: { properties: { Title: 'In the tab' } },
      })
    })

    expect(app.escaped).toEqual([])
  },
)
