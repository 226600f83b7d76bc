import type { Page } from '@playwright/test'
import { expect, test as base } from '../mocks/playwright/index.ts'
import { kitchen } from '../mocks/testing/kitchen-data.ts'
import { isDeep } from '../mocks/testing/scale.ts'

const app = 'http://app.test'

/** The tests of a worker share a page, so that what one test leaves behind would affect the next. */
const test = base.extend<object, { sharedPage: Page }>({
  sharedPage: [
    async ({ browser }, use) => {
      const page = await browser.newPage()

      await page.route(`${app}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
      await use(page)
      await page.context().close()
    },
    { scope: 'worker' },
  ],
  context: ({ sharedPage }, use) => use(sharedPage.context()),
  page: ({ sharedPage }, use) => use(sharedPage),
  sandboxOptions: kitchen,
})

for (let index = 0; index < (isDeep ? 200 : 4); index++) {
  test(`each test has a separate sandbox (${index})`, async ({ page, sandbox }) => {
    await sandbox.give('T.Menu', { identifier: 'the-menu', properties: { Name: `Menu ${index}` } })
    await page.goto(app)

    const [name, status] = await page.evaluate(async () => {
      const { entitydefinition, properties } = await (await fetch('/api/entities/identifier/the-menu')).json()
      const created = await fetch('/api/entities', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ entitydefinition, properties, identifier: 'another-menu' }),
      })

      return [properties.Name, created.status]
    })

    expect([name, status]).toEqual([`Menu ${index}`, 201])
    expect(await sandbox.find('T.Menu')).toHaveLength(4)
    expect((await sandbox.requests()).map(({ method }) => method)).toEqual(['GET', 'POST'])
  })
}
