import { expect, test } from 'vitest'
import { createSandbox } from './create-sandbox.ts'

test('options that do not fit are refused, every one by name', async () => {
  const creating = createSandbox({ entities: 1.5, rateLimit: 0, journal: { entries: -1 } })

  await expect(creating).rejects.toThrow(
    /^Failed to create a sandbox: .*entities: Expected a whole number\..*rateLimit: .*journal\.entries: /,
  )
})

test('what is left out is as it usually is', async () => {
  const { settings } = await createSandbox({ entities: 0, journal: { entries: 5 } })

  expect(settings).toMatchObject({
    seed: 1,
    auth: 'default',
    validate: 'warn',
    hostname: 'entity-sandbox',
    journal: { entries: 5, bodyBytes: 65_536 },
  })
})
