import { expect, test } from 'vitest'
import { createSandbox } from './create-sandbox.ts'
import { createLocalSandbox } from './local-sandbox.ts'
import { SeededSandboxes } from './testkit/seeded-sandboxes.ts'

test('options that do not fit are refused, every one by name', async () => {
  const creating = createSandbox({ entities: 1.5, rateLimit: 0, journal: { entries: -1 } })

  await expect(creating).rejects.toThrow(
    /^Failed to create a sandbox: .*entities: Expected a whole number\..*rateLimit: .*journal\.entries: /,
  )
})

test('an option that there is not is refused with the nearest one, wherever types do not tell', async () => {
  const misspelt: object = { sead: 1, entities: 5 }
  const message = 'There is no option "sead". Did you mean "seed"?'

  await expect(createLocalSandbox(misspelt)).rejects.toThrow(message)
  await expect(new SeededSandboxes().seed(misspelt)).rejects.toThrow(message)
  await expect(createLocalSandbox(Object.assign(misspelt, { wholly: 1 }) as object)).rejects.toThrow(
    'There are seed, entities,',
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
