import { createSandbox, listen } from 'entity-sandbox/node'
import { expect, test } from './testing/plain-test.ts'

test('the console at the host of a sandbox shows that sandbox, and pages of two hosts share no storage', async ({
  page,
}) => {
  await using server = await listen(await createSandbox({ entities: 20 }), { console: 'built' })
  const at = (name: string, path = '/') => `http://${name}.localhost:${server.port}${path}`

  await fetch(`${server.url}/s/blue/api/entities/1000`, { method: 'DELETE' })
  await page.goto(at('blue', '/sandbox'))

  // As the header shows what differs from the defaults.
  await expect(page.getByRole('link', { name: 'blue', exact: true })).toBeVisible()
  await expect(page.getByText('blue (current)')).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('own', 'blue')
    document.cookie = 'own=blue'
  })

  const requests: string[] = []

  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(at('blue', '/entities/1000'))
  await expect(page.getByText('Entity 1000 was not found')).toBeVisible()
  expect(requests.filter((path) => path.startsWith('/s/'))).toEqual([])

  await page.goto(at('blue', '/sandbox'))
  await page.getByRole('link', { name: 'default', exact: true }).click()
  await expect(page).toHaveURL(at('blue', '/entities?sandbox=default'))
  await page.goto(at('blue', '/entities/1000?sandbox=default'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Entity 1000 was not found')).toBeHidden()

  await page.goto(at('red'))
  expect(await page.evaluate(() => [localStorage.getItem('own'), document.cookie])).toEqual([null, ''])
})
