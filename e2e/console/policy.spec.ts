import { expect, test } from './open.ts'

test('a page of the console lets in its own scripts only, is in no frame, and sends no referrer', async ({
  page,
}) => {
  const answer = await page.goto('/entities')

  expect(answer?.headers()).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'self';.*frame-ancestors 'none'/),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
})
