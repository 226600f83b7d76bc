import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { change, emptyState } from './draft.ts'
import type { Draft, State } from './state.ts'
import { defineTable } from './table.ts'
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

/** Tables and their changes one after the other. */
class Store {
  state: State<typeof specs>

  constructor(state = emptyState(specs)) {
    this.state = state
  }

  get tables() {
    return this.state.tables
  }

  change<R>(rule: (draft: Draft<typeof specs>) => R): R {
    const { state, result } = change(this.state, rule)

    this.state = state

    return result
  }
}

test('a change makes another state, and leaves the one that it began with', () => {
  const before = emptyState(specs)
  const { state } = change(before, (draft) => {
    draft.plants.put(plant(1))
    draft.plants.put(plant(2))
  })

  expect([...before.tables.plants.keys()]).toEqual([])
  expect([...state.tables.plants.keys()]).toEqual([1, 2])
})

test('a change that changes nothing returns the same state', () => {
  const { state } = change(emptyState(specs), (draft) => draft.plants.put(plant(1)))
  const again = change(state, (draft) => {
    draft.plants.put(plant(2))
    draft.plants.delete(2)
  })

  expect(again.state).toBe(state)
})

test('a record that does not match its schema is rejected', () => {
  expect(() =>
    change(emptyState(specs), (draft) => draft.plants.put(Object.assign(plant(1), { name: 1 }))),
  ).toThrow('expected string')
})

test('a key that is not a number finds nothing', () => {
  const store = new Store()

  store.change((draft) => draft.plants.put(plant(1)))

  expect(store.tables.plants.get(Number.NaN)).toBeUndefined()
})

test('a change that throws has no effect on the data or the next change', () => {
  const store = new Store()

  store.change((draft) => draft.plants.put(plant(1)))
  const rejected = () =>
    store.change((draft) => {
      draft.plants.delete(1)
      throw new Error('no')
    })

  expect(rejected).toThrow('no')
  expect(store.change((draft) => draft.plants.get(1))).toEqual(plant(1))
})

test('a change reads what it wrote, through every index', () => {
  const store = new Store()

  store.change((draft) => {
    draft.plants.put(plant(1, 'red'))

    expect(draft.plants.find('name', 'plant 1')).toEqual(plant(1, 'red'))
    expect([...draft.plants.group('colour', 'red').keys()]).toEqual([1])

    draft.plants.put(plant(1, 'blue'))

    expect([...draft.plants.group('colour', 'red').keys()]).toEqual([])
    expect([...draft.plants.values('colour')]).toEqual(['blue'])
  })
})

test('numbers of a sequence are not reused', () => {
  const store = new Store()
  const next = () =>
    store.change((draft) => {
      const id = draft.sequences.next('plant', (number) => draft.plants.has(number))

      draft.plants.put(plant(id))

      return id
    })

  expect(next()).toBe(1)
  store.change((draft) => draft.plants.delete(1))
  expect(next()).toBe(2)
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

test('a store and its forks never affect each other, and their indexes equal a full scan', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const start = new Store()

      start.change((draft) => {
        for (let id = 0; id < 200; id++) draft.plants.put(plant(id))
      })

      const branches = [
        { store: start, model: new Map(Array.from(start.tables.plants.all(), (each) => [each.id, each])) },
      ]

      for (const [index, each] of steps.entries()) {
        const branch = branches[index % branches.length]

        if (!branch) continue
        if (each.kind === 'fork')
          branches.push({ store: new Store(branch.store.state), model: new Map(branch.model) })
        if (each.kind === 'put') {
          branch.store.change((draft) => draft.plants.put(plant(each.id, each.colour)))
          branch.model.set(each.id, plant(each.id, each.colour))
        }
        if (each.kind === 'delete') {
          branch.store.change((draft) => draft.plants.delete(each.id))
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
