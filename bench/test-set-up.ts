/**
 * Measures the cost of a sandbox for each test: `npx tsx bench/test-set-up.ts [entities]`.
 *
 * Only opening happens before a test begins; the first requests show that no work was deferred to them.
 */
import { LocalConnection } from '../mocks/local/local-connection.ts'
import { SeededSandboxes } from '../mocks/doors/testkit/seeded-sandboxes.ts'

const entities = Number(process.argv[2] ?? 1000)
const rounds = 500
const seeded = new SeededSandboxes()

await measure('seeding, once per worker', 1, async () => {
  await seeded.fork({ entities }, 'first')
})
await measure('opening a sandbox', rounds, open)
await measure('opening one, creating an entity and reading it', rounds, async () => {
  const connection = await open()
  const created = await connection.fetch('/api/entities', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      entitydefinition: { href: '/api/entitydefinitions/M.Collection' },
      properties: { Name: { 'en-US': 'Soups' } },
    }),
  })

  await connection.fetch(new URL(created.headers.get('Location') ?? '').pathname)
})

async function open(): Promise<LocalConnection> {
  return new LocalConnection(await seeded.fork({ entities }, 'test'), 'http://localhost')
}

async function measure(work: string, count: number, run: () => Promise<unknown>): Promise<void> {
  if (count > 1) await repeat(count, run) // warm-up

  const start = performance.now()

  await repeat(count, run)
  console.log(`${work}: ${((performance.now() - start) / count).toFixed(3)} ms (${entities} entities)`)
}

async function repeat(count: number, run: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < count; round++) await run()
}
