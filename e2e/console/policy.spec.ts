import { expect, test } from './console-test.ts'

test('a page of the console runs only its own scripts, can be framed only by its own origin, and sends no referrer', async ({
  page,
}) => {
  const response = await page.goto('/entities')

  expect(response?.headers()).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'self';.*frame-ancestors 'self'$/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
})
