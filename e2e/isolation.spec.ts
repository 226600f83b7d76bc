import { expect, test } from '../mocks/playwright/index.ts'
import { kitchen } from '../mocks/testing/kitchen-world.ts'

const app = 'http://app.test'

test.use({ sandboxOptions: kitchen })

for (let index = 0; index < 200; index++) {
  test(`a test has a world of its own (${index})`, async ({ page, sandbox }) => {
    await sandbox.give('T.Menu', { identifier: 'the-menu', properties: { Name: `Menu ${index}` } })
    await page.route(`${app}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
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
