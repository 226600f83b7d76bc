import { expect, test } from './open.ts'

// Pictures of a page as large as this one take several times as long as the test.
test.use({ trace: 'off' })

test('the reference shows the contract and tries a request as the acting persona, asking nobody else', async ({
  baseURL,
  console: { page, open },
}) => {
  const elsewhere: string[] = []

  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) elsewhere.push(request.url())
  })
  await open('/docs')
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click()

  const answered = page.waitForResponse((response) => /\/api(\/|$)/.test(response.url()))

  await page.getByRole('button', { name: /^Send/ }).first().click()

  expect((await answered).request().headers()['authorization']).toBe('Bearer sandbox-admin')
  expect(elsewhere.filter((url) => /^(https?|wss?):/.test(url))).toEqual([])
})
