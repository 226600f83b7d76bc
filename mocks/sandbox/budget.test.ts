import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDoors } from '../testing/doors.ts'
import { Budget, BudgetedCache } from './budget.ts'

test('caches share one budget: beyond it, what was set first is evicted, whichever cache it is in', () => {
  const steps = fc.array(fc.record({ cache: fc.nat(1), key: fc.nat(20), size: fc.nat(30) }), {
    maxLength: 100,
  })
  const sum = (sets: readonly { size: number }[]) => sets.reduce((total, { size }) => total + size, 0)

  fc.assert(
    fc.property(steps, (sets) => {
      const budget = new Budget(250)
      const caches = [new BudgetedCache<number, number>(budget), new BudgetedCache<number, number>(budget)]
      let kept: typeof sets = []

      for (const step of sets) {
        caches[step.cache]?.set(step.key, step.size, step.size)
        kept = [...kept.filter(({ cache, key }) => cache !== step.cache || key !== step.key), step]
        while (sum(kept) > 250) kept = kept.slice(1)
      }

      for (const { cache, key } of sets) {
        const expected = kept.find((each) => each.cache === cache && each.key === key)

        expect(caches[cache]?.get(key)).toBe(expected?.size)
      }
    }),
  )
})

test('caches are evicted before what can not be made again', () => {
  const budget = new Budget(800)
  const cache = new BudgetedCache<number, number>(budget)
  const evicted: object[] = []
  const owner = { evict: (item: object) => void evicted.push(item) }
  const [one, other] = [{ size: 700 }, { size: 700 }]

  budget.add(one, owner)
  cache.set(1, 1, 60)
  cache.set(2, 2, 90)
  expect([cache.get(1), cache.get(2), evicted]).toEqual([undefined, 2, []])
  budget.add(other, owner)
  expect([cache.get(2), evicted]).toEqual([undefined, [one]])
  budget.release(other)
  cache.set(3, 3, 90)
  expect(cache.get(3)).toBe(3)
})

test('while memory is nearly full, what adds to the data is 507, and reads, deletions and resets go on', async () => {
  await using doors = await openDoors({ entities: 20 })
  const setFull = (isFull: boolean) => {
    for (const { settings } of doors.sandboxes) settings.budget.isFullAfterFreeing = () => isFull
  }
  const entityCount = () => doors.sandboxes.map(({ data }) => data.entities.size)
  const asset = { entitydefinition: { href: '/api/entitydefinitions/M.Asset' }, properties: { Title: 'x' } }
  const fault = {
    match: { path: '/x' },
    effect: { kind: 'response', status: 503, body: 'x'.repeat(100_000) },
  }
  const before = entityCount()
  setFull(true)

  const rejected = await doors.post('/api/entities', asset)

  expect([rejected.status, JSON.stringify(await rejected.json())]).toEqual([
    507,
    expect.stringContaining('Delete'),
  ])
  expect((await doors.post('/__sandbox/faults', fault)).status).toBe(507)
  expect(entityCount()).toEqual(before)
  expect((await doors.fetch('/api/entities/1000')).status).toBe(200)
  expect((await doors.fetch('/api/entities/1000', { method: 'DELETE' })).status).toBe(204)
  expect((await doors.post('/__sandbox/undo')).status).toBe(200)
  expect((await doors.post('/__sandbox/import', { definitions: [], entities: [] })).status).toBe(200)
  expect((await doors.post('/__sandbox/reset')).status).toBe(204)

  setFull(false)
  expect((await doors.post('/api/entities', asset)).status).toBe(201)
}, 60_000)

test('what has left a budget is freed, however long nothing is evicted', async () => {
  const budget = new Budget(10_000)
  const owner = { evict: () => undefined }
  const refs: WeakRef<object>[] = []
  const newest: { readonly size: number }[] = []

  // Something was evicted before.
  budget.add({ size: 10_001 }, owner)

  for (let count = 0; count < 500; count++) {
    const item = { size: 1 }
    const oldest = newest.length === 20 ? newest.shift() : undefined

    if (oldest) budget.release(oldest)
    budget.add(item, owner)
    newest.push(item)
    refs.push(new WeakRef(item))
  }

  setFlagsFromString('--expose-gc')
  // Until the end of the task a WeakRef keeps its target.
  await new Promise((resolve) => setTimeout(resolve))
  runInNewContext('gc')()
  expect(refs.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(60)
})
