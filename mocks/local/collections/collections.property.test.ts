import { Collection } from '@msw/data'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ResponseError } from '../../client/client.ts'
import { ApiError } from '../../data/model/shared/errors.ts'
import { dish, menu } from '../../testing/kitchen-data.ts'
import { kitchenSandbox } from '../../testing/kitchen.ts'
import { runs } from '../../testing/scale.ts'
import { LocalConnection } from '../local-connection.ts'
import { LocalSandbox } from '../local-sandbox.ts'
import type { EntityRecord } from './collections.ts'
import type { FindOptions } from './record-collection.ts'
import type { Where } from './library.ts'

const titles = ['Leek soup', 'Rye bread', 'Bouillabaisse']
const identifiers = ['leek-soup', 'stew', 'broth']
const ids = [...Object.values(dish), ...Object.values(menu)]
const title = fc.constantFrom(...titles)
const id = fc.constantFrom(...ids)
const identifier = fc.constantFrom(...identifiers)

type Step = (sandbox: LocalSandbox) => unknown

/** A change by one of the doors. Some are rejected, such as that of an entity that was deleted. */
const step = fc.oneof(
  fc.record({ title, identifier }).map(
    ({ title, identifier }): Step =>
      (sandbox) =>
        sandbox.give('T.Dish', { identifier, properties: { Title: title } }),
  ),
  fc.record({ id, title }).map(
    ({ id, title }): Step =>
      (sandbox) =>
        sandbox.change(id, { Title: title }),
  ),
  id.map(
    (id): Step =>
      (sandbox) =>
        sandbox.remove(id),
  ),
  fc.constantFrom<Step>(
    (sandbox) => sandbox.connection.sandbox.undoOrRedo('undo'),
    (sandbox) => sandbox.connection.sandbox.undoOrRedo('redo'),
    (sandbox) => sandbox.reset(),
  ),
  fc.record({ title, id }).map(
    ({ title, id }): Step =>
      ({ collections: { entities } }) =>
        entities.createMany(2, (index) => ({
          definition: 'T.Dish',
          properties: { Title: title, Servings: index },
          relations: { MenuToDish: { parents: [id] } },
        })),
  ),
)

const where: fc.Arbitrary<Where<EntityRecord> | undefined> = fc.oneof(
  fc.constant(undefined),
  fc
    .oneof(
      fc.record({ id }),
      fc.record({ identifier }),
      fc.record({ definition: fc.constantFrom('T.Dish', 'T.Menu', 'T.None') }),
    )
    .map(
      (condition): Where<EntityRecord> =>
        (query) =>
          query.where(condition),
    ),
  fc.record({ id, identifier, title }).map(
    ({ id, identifier, title }): Where<EntityRecord> =>
      (query) =>
        query
          .where({ id })
          .or({ identifier }, { properties: { Title: title } })
          .and({ definition: 'T.Dish' }),
  ),
  fc.record({ id, title }).map(
    ({ id, title }): Where<EntityRecord> =>
      (query) =>
        query.where({ id: (each) => each >= id }).and(query.where({ properties: { Title: title } })),
  ),
  fc.constant<Where<EntityRecord>>((query) => query.where({ relations: { MenuToDish: { parents: 2001 } } })),
)

const page = fc.record(
  { take: fc.constantFrom(1, 2, 5, -1, -3), skip: fc.nat({ max: 3 }) },
  { requiredKeys: [] },
)
const orderBy = fc.constantFrom<FindOptions<EntityRecord>['orderBy']>({ identifier: 'desc' }, [
  { definition: 'desc' },
  { version: 'asc', id: 'desc' },
])

test('collections.entities answers as a plain collection of the same records does, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 8 }),
      fc.array(fc.record({ where, page, orderBy }), { minLength: 5, maxLength: 10 }),
      fc.nat(),
      async (steps, queries, place) => {
        const sandbox = await LocalSandbox.of(new LocalConnection(await kitchenSandbox(), 'http://localhost'))
        const { entities } = sandbox.collections
        const mirror = mirrored(entities.all())

        entities.hooks.on('create', ({ data }) => mirror.set(data.record.id, data.record))
        entities.hooks.on('update', ({ data }) => mirror.set(data.nextRecord.id, data.nextRecord))
        entities.hooks.on('delete', ({ data }) => mirror.delete(data.deletedRecord.id))
        for (const change of steps) await make(change, sandbox)

        const plain = await plainCollection(sandbox)

        expect(entities.count()).toBe(plain.count())
        expect(entities.all()).toEqual(plain.all())
        expect(entities.all()).toEqual([...mirror.values()].sort((a, b) => a.id - b.id))

        for (const { where, page, orderBy } of queries) {
          const other = where as Parameters<typeof plain.findMany>[0]
          const at = place % plain.count()
          const [cursor, otherCursor] = [entities.all()[at], plain.all()[at]]

          if (!otherCursor) throw new TypeError('There is no record.')
          expect(entities.findFirst(where)).toEqual(plain.findFirst(other))
          expect(entities.findMany(where, page)).toEqual(plain.findMany(other, page))
          expect(entities.findMany(where, { ...page, cursor })).toEqual(
            plain.findMany(other, { ...page, cursor: otherCursor }),
          )
          expect(entities.findMany(where, { orderBy, take: 2, skip: page.skip })).toEqual(
            // The library sorts after it has taken the page.
            plain.findMany(other, { orderBy: orderBy as never }).slice(page.skip ?? 0, (page.skip ?? 0) + 2),
          )
        }
      },
    ),
    { numRuns: runs(20, 400) },
  )
})

/** Makes a change; it may be rejected. */
async function make(change: Step, sandbox: LocalSandbox): Promise<void> {
  try {
    await change(sandbox)
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ResponseError)) throw error
  }
}

function mirrored(records: readonly EntityRecord[]): Map<number, EntityRecord> {
  return new Map(records.map((record) => [record.id, record]))
}

/** The library's own collection, of the records that the sandbox has. */
async function plainCollection({ connection }: LocalSandbox) {
  const plain = new Collection({ schema: z.custom<EntityRecord>() })

  for (const { uniqueValues, ...record } of connection.sandbox.data.entities.all()) await plain.create(record)

  return plain
}
