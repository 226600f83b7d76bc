import { expect, test } from './console-test.ts'

test('a page of the console runs only its own scripts, cannot be framed, and sends no referrer', async ({
  page,
}) => {
  const response = await page.goto('/entities')

  expect(response?.headers()).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'self';.*frame-ancestors 'none'/),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
})
