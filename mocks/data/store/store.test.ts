import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Store } from './store.ts'
import { defineTable } from './table-spec.ts'
import { runs } from '../../testing/scale.ts'

const Plant = z.object({ id: z.int(), name: z.string(), colour: z.string() })
type Plant = z.infer<typeof Plant>

const specs = {
  plants: defineTable({
    schema: Plant,
    key: (plant: Plant) => plant.id,
    unique: { name: (plant: Plant) => [plant.name] },
    groups: { colour: (plant: Plant) => [plant.colour] },
  }),
}

const plant = (id: number, colour = 'green'): Plant => ({ id, name: `plant ${id}`, colour })
const idsIn = (store: Store<typeof specs>) => [...store.tables.plants.keys()]

test('a change becomes visible at its end, as a whole', async () => {
  const store = new Store(specs)
  const change = store.change((draft) => {
    draft.plants.put(plant(1))
    draft.plants.put(plant(2))
  })

  expect(idsIn(store)).toEqual([])
  await change
  expect(idsIn(store)).toEqual([1, 2])
})

test('a key that is not a number finds nothing', async () => {
  const store = new Store(specs)

  await store.change((draft) => draft.plants.put(plant(1)))

  expect(store.tables.plants.get(Number.NaN)).toBeUndefined()
})

test('a change that throws has no effect on the data or the next change', async () => {
  const store = new Store(specs)

  await store.change((draft) => draft.plants.put(plant(1)))
  const rejected = store.change((draft) => {
    draft.plants.delete(1)
    throw new Error('no')
  })

  await expect(rejected).rejects.toThrow('no')
  expect(await store.change((draft) => draft.plants.get(1))).toEqual(plant(1))
})

test('concurrent changes run one after the other, each on the result of the previous one', async () => {
  const store = new Store(specs)
  const counts = await Promise.all(
    Array.from({ length: 20 }, (_, id) =>
      store.change((draft) => {
        draft.plants.put(plant(id))

        return draft.plants.size
      }),
    ),
  )

  expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

test('a change reads what it wrote, through every index', async () => {
  const store = new Store(specs)

  await store.change((draft) => {
    draft.plants.put(plant(1, 'red'))

    expect(draft.plants.find('name', 'plant 1')).toEqual(plant(1, 'red'))
    expect([...draft.plants.group('colour', 'red').keys()]).toEqual([1])

    draft.plants.put(plant(1, 'blue'))

    expect([...draft.plants.group('colour', 'red').keys()]).toEqual([])
    expect([...draft.plants.values('colour')]).toEqual(['blue'])
  })
})

test('numbers of a sequence are not reused', async () => {
  const store = new Store(specs)
  const next = () =>
    store.change((draft) => {
      const id = draft.sequences.next('plant', (number) => draft.plants.has(number))

      draft.plants.put(plant(id))

      return id
    })

  expect(await next()).toBe(1)
  await store.change((draft) => draft.plants.delete(1))
  expect(await next()).toBe(2)
})

/** A step on a store, or on its latest fork. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    id: fc.nat(300),
    colour: fc.constantFrom('red', 'green', 'blue'),
  }),
  fc.record({ kind: fc.constant('delete' as const), id: fc.nat(300) }),
  fc.record({ kind: fc.constant('fork' as const) }),
)

test('a store and its forks never affect each other, and their indexes equal a full scan', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const start = new Store(specs)

      await start.change((draft) => {
        for (let id = 0; id < 200; id++) draft.plants.put(plant(id))
      })

      const branches = [
        { store: start, model: new Map(Array.from(start.tables.plants.all(), (each) => [each.id, each])) },
      ]

      for (const [index, each] of steps.entries()) {
        const branch = branches[index % branches.length]

        if (!branch) continue
        if (each.kind === 'fork') branches.push({ store: branch.store.fork(), model: new Map(branch.model) })
        if (each.kind === 'put') {
          await branch.store.change((draft) => draft.plants.put(plant(each.id, each.colour)))
          branch.model.set(each.id, plant(each.id, each.colour))
        }
        if (each.kind === 'delete') {
          await branch.store.change((draft) => draft.plants.delete(each.id))
          branch.model.delete(each.id)
        }
      }

      for (const { store, model } of branches) {
        const { plants } = store.tables
        const expected = [...model.values()].sort((a, b) => a.id - b.id)

        expect([...plants.all()]).toEqual(expected)
        expect(plants.size).toBe(expected.length)
        for (const each of expected) expect(plants.find('name', each.name)).toEqual(each)
        for (const colour of ['red', 'green', 'blue']) {
          const wanted = expected.filter((each) => each.colour === colour).map(({ id }) => id)

          expect([...plants.group('colour', colour).keys()]).toEqual(wanted)
        }
      }
    }),
    { numRuns: runs(40) },
  )
})
