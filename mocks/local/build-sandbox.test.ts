import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PageHandlers } from '../doors/browser/page-handlers.ts'
import { buildSandbox } from './build-sandbox.ts'
import { createLocalSandbox, type LocalSandbox } from './local-sandbox.ts'
import { createHandlers } from '../doors/msw/index.ts'
import { listen } from '../doors/node/listen.ts'
import { kitchen } from '../testing/kitchen-data.ts'
import { SeededSandboxes } from '../doors/testkit/seeded-sandboxes.ts'

test('invalid options are rejected, each by name', async () => {
  const creating = buildSandbox({ entities: 1.5, rateLimit: 0, journal: { entries: -1 } })

  await expect(creating).rejects.toThrow(
    /^Failed to create a sandbox: .*entities: Expected a whole number, not 1.5\..*rateLimit: .*journal\.entries: /,
  )
})

test('an unknown option is rejected with the nearest name', async () => {
  const misspelt: object = { sead: 1, entities: 5 }
  const message = 'There is no option "sead". Did you mean "seed"?'

  await expect(createLocalSandbox(misspelt)).rejects.toThrow(message)
  await expect(new SeededSandboxes().sandboxWith(misspelt)).rejects.toThrow(message)
  await expect(createLocalSandbox(Object.assign(misspelt, { wholly: 1 }) as object)).rejects.toThrow(
    'Available: seed, entities,',
  )
})

test('omitted options have their defaults', async () => {
  const { settings, control } = await buildSandbox({ entities: 0, journal: { entries: 5 } })

  expect(control.seed).toBe(1)
  expect(settings).toMatchObject({
    auth: 'default',
    validate: 'warn',
    hostname: 'entity-sandbox',
    journal: { entries: 5, bodyBytes: 65_536 },
  })
})

test('in code, definitions and data may be paths, as on the command line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-'))
  const definitions = join(folder, 'my.json')

  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(definitions, JSON.stringify(kitchen.definitions))

  const sandbox = await createLocalSandbox({ definitions, entities: 20 })

  expect((await sandbox.find('T.Dish')).length).toBeGreaterThan(0)
  await expect(createLocalSandbox({ definitions: join(folder, 'none.json') })).rejects.toThrow(
    /^definitions: .*none\.json can't be read: there is no such file or folder\.$/,
  )
})

test.each<[what: string, does: (sandbox: LocalSandbox) => unknown, message: string]>([
  [
    'an invalid time',
    ({ clock }) => clock.freeze('x'),
    'expected a time such as "2026-01-31T12:00:00Z", not "x".',
  ],
  [
    'an invalid duration',
    ({ clock }) => clock.advance(Number.NaN),
    'ms: Expected a number: whole milliseconds such as 7200000, not null.',
  ],
  ['invalid handlers', (sandbox) => sandbox.use(wrong({})), 'expected handlers of msw, such as http.get('],
  [
    'handlers that are not a list',
    () => new PageHandlers(wrong({}), wrong({}), wrong({})),
    'expected handlers of msw, such as http.get(',
  ],
  [
    'handlers for something other than a sandbox',
    () => createHandlers(wrong({})),
    'Expected a sandbox returned by createSandbox()',
  ],
  ['nothing to serve', () => listen(wrong({})), 'or a list that includes createHandlers(sandbox)'],
])('%s: rejected, with what was expected', async (_, does, message) => {
  const sandbox = await createLocalSandbox({ entities: 0 })

  await expect((async () => does(sandbox))()).rejects.toThrow(message)
})

/** An argument of the wrong type, as JavaScript callers may pass it. */
function wrong(value: object): never {
  return value as never
}
