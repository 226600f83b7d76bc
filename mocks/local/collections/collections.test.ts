import { Collection as LibraryCollection } from '@msw/data'
import { expect, test, vi } from 'vitest'
import { dish, menu } from '../../testing/kitchen-data.ts'
import { kitchenSandbox } from '../../testing/kitchen.ts'
import { LocalConnection } from '../local-connection.ts'
import { LocalSandbox } from '../local-sandbox.ts'
import { Collection, Query } from './library.ts'
import { RecordCollection } from './record-collection.ts'

async function open() {
  const sandbox = await LocalSandbox.of(new LocalConnection(await kitchenSandbox(), 'http://localhost'))

  const { entities, definitions, optionLists, notifications, components } = sandbox.collections

  return {
    sandbox,
    core: sandbox.connection.sandbox,
    entities,
    definitions,
    optionLists,
    notifications,
    components,
  }
}

const soup = (title: string) => ({ definition: 'T.Dish', properties: { Title: title } })

test('the collections are collections of the library, all of whose methods are overridden', async () => {
  const { sandbox } = await open()

  expect(Object.keys(sandbox.collections)).toEqual([
    'entities',
    'definitions',
    'optionLists',
    'notifications',
    'components',
  ])
  expect(Object.values(sandbox.collections).every((each) => each instanceof Collection)).toBe(true)
  expect(Collection).toBe(LibraryCollection)
  expect(Object.getOwnPropertyNames(RecordCollection.prototype)).toEqual(
    expect.arrayContaining(Object.getOwnPropertyNames(LibraryCollection.prototype)),
  )
})

test('a record has the promised members, and is frozen with all that is in it', async () => {
  const { entities } = await open()
  const record = entities.findFirst((query) => query.where({ identifier: 'leek-soup' }), { strict: true })

  expect(record).toMatchObject({
    id: dish.soup,
    definition: 'T.Dish',
    properties: { Title: 'Leek soup', Course: 'starter' },
    relations: { MenuToDish: { parents: [menu.lunch] }, DishToSide: { children: [dish.bread] } },
  })
  expect(Object.keys(record).sort()).toEqual(
    'createdBy createdOn cultures definition id identifier modifiedBy modifiedOn properties relations version'.split(
      ' ',
    ),
  )
  expect(() => (record.properties['Title'] = 'Stew')).toThrow(TypeError)
  expect(() => record.relations['MenuToDish']?.parents?.push(1)).toThrow(TypeError)
  expect(entities.findFirst((query) => query.where({ id: dish.soup }))).toBe(record)
})

test('the other collections have the records of the model', async () => {
  const { definitions, optionLists, components, notifications, sandbox, core } = await open()

  expect(definitions.findFirst((query) => query.where({ name: 'T.Dish' }))?.id).toBe(101)
  expect(optionLists.all().map(({ name }) => name)).toContain('Courses')
  expect(notifications.count()).toBe(core.data.notifications.size)

  await sandbox.setHealth('search', 'Red')
  expect(components.findMany((query) => query.where({ label: 'Red' })).map(({ path }) => path)).toEqual([
    'search',
  ])
  expect(Object.isFrozen(definitions.all()[0]?.member_groups)).toBe(true)
  await expect(components.create({} as never)).rejects.toThrow('Only entities can be created.')
})

test('equality on id, identifier and definition reads no other records', async () => {
  const { entities, core } = await open()
  const read = vi.spyOn(core.newest.data.tables.entities, 'all')
  const queried = [
    entities.findMany((query) => query.where({ id: dish.soup })),
    entities.findMany((query) =>
      query.where({ properties: { Servings: 4 } }).and({ identifier: 'leek-soup' }),
    ),
    entities.findMany((query) => query.and(query.where({ definition: 'T.Dish' }), { id: dish.soup })),
    entities.findMany((query) => query.where({ id: 1 })),
  ]

  expect(queried.map((records) => records.length)).toEqual([1, 1, 1, 0])
  expect(entities.findMany((query) => query.where({ definition: 'T.Menu' }))).toHaveLength(2)
  expect(read).not.toHaveBeenCalled()

  expect(entities.findMany(new Query(({ id }: { id: number }) => id === dish.soup))).toHaveLength(1)
  expect(entities.findMany((query) => query.where({ id: dish.soup }).or({ id: dish.bread }))).toHaveLength(2)
  expect(read).toHaveBeenCalledTimes(2)
})

test('records are sorted before a page is taken', async () => {
  const { entities } = await open()
  const dishes = entities.findMany((query) => query.where({ definition: 'T.Dish' }), {
    orderBy: { properties: { Title: 'asc' } },
    take: 2,
  })

  expect(dishes.map(({ properties }) => properties['Title'])).toEqual(['Green salad', 'Leek soup'])
})

test('entities are created by the rules of requests, with the same errors', async () => {
  const { entities } = await open()
  const before = entities.all()

  await expect(entities.create({ definition: 'T.Dihs' })).rejects.toMatchObject({
    failures: { entitydefinition: expect.stringContaining('Did you mean "T.Dish"?') as string },
  })
  await expect(
    entities.create({ definition: 'T.Dish', properties: { Titel: 'Stew' } }),
  ).rejects.toMatchObject({
    status: 400,
    failures: {
      Titel: expect.stringContaining('Title') as string,
      Title: '"Title" is mandatory and has no value.',
    },
  })
  await expect(
    entities.createMany(2, (index) => ({
      ...soup('Stew'),
      relations: { MenuToDish: { parents: [index * 9 + menu.lunch] } },
    })),
  ).rejects.toThrow('Entity 2010 does not exist.')
  expect(entities.all()).toEqual(before)
})

test('createMany() is one change, in the order of the values, which an undo restores', async () => {
  const { entities, core } = await open()
  const count = entities.count()
  const created = await entities.createMany(3, (index) => ({
    ...soup(`Stew ${index}`),
    relations: { MenuToDish: { parents: [menu.dinner] } },
  }))

  expect(created.map(({ properties }) => properties['Title'])).toEqual(['Stew 0', 'Stew 1', 'Stew 2'])
  expect(entities.findFirst((query) => query.where({ id: menu.dinner }))?.relations).toEqual({
    MenuToDish: { children: created.map(({ id }) => id) },
  })
  expect(await entities.createMany(0, () => soup('Stew'))).toEqual([])
  expect(core.history.sequence).toBe(1)
  core.undoOrRedo('undo')
  expect(entities.count()).toBe(count)
})

test('entities that are created at the same time get their ids in the order of the calls', async () => {
  const { entities } = await open()
  const created = await Promise.all([1, 2, 3].map((number) => entities.create(soup(`Stew ${number}`))))

  expect(created.map(({ id }) => id)).toEqual(created.map((_, index) => Number(created[0]?.id) + index))
})

test.each(['update', 'updateMany', 'delete', 'deleteMany', 'clear', 'defineRelations'])(
  '%s() names what to use instead',
  async (method) => {
    const { entities } = await open()
    const call = Reflect.get(entities, method) as () => unknown

    expect(() => call()).toThrow(`Collections have no ${method}()`)
    expect(() => call()).toThrow('use sandbox.change(), sandbox.remove() or requests')
  },
)

test('what is not a query, a direction or a page is rejected', async () => {
  const { entities } = await open()
  const find = (where: unknown, options?: object) => () => entities.findMany(where as never, options)

  expect(find({ id: dish.soup })).toThrow('Expected a query, such as')
  expect(find(() => undefined)).toThrow('Expected a query, such as')
  expect(find(undefined, { orderBy: { properties: { Title: 'ascending' } } })).toThrow(
    'Failed to sort by "properties.Title": expected "asc" or "desc", not ascending.',
  )
  expect(find(undefined, { skip: -1 })).toThrow('larger or equal to 0')
  expect(
    find((query: { where(condition: object): unknown }) => query.where({ id: 1 }), { strict: true }),
  ).toThrow('no records found')
})

test('hooks report changes by every door, after they are visible', async () => {
  const { entities, sandbox, core } = await open()
  const seen: unknown[] = []

  entities.hooks.on('create', ({ data: { record } }) =>
    seen.push(['create', record.identifier, has(record.id)]),
  )
  entities.hooks.on('update', ({ data: { path, prevValue, nextValue } }) => {
    if (path[0] === 'properties') seen.push([path.join('.'), prevValue, nextValue])
  })
  entities.hooks.on('delete', ({ data: { deletedRecord } }) =>
    seen.push(['delete', deletedRecord.identifier, has(deletedRecord.id)]),
  )
  const has = (id: number) => entities.findMany((query) => query.where({ id })).length === 1

  await sandbox.give('T.Dish', { identifier: 'stew', properties: { Title: 'Stew' } })
  await sandbox.change('leek-soup', { Title: 'Soup', Story: { 'en-US': 'Fry them.' } })
  core.undoOrRedo('undo')
  await sandbox.remove('stew')
  expect(seen.splice(0)).toEqual([
    ['create', 'stew', true],
    ['properties.Title', 'Leek soup', 'Soup'],
    ['properties.Story.en-US', 'Wash the leeks.', 'Fry them.'],
    ['properties.Title', 'Soup', 'Leek soup'],
    ['properties.Story.en-US', 'Fry them.', 'Wash the leeks.'],
    ['delete', 'stew', false],
  ])

  await sandbox.remove('leek-soup')
  await sandbox.reset()
  expect(seen).toEqual([
    ['delete', 'leek-soup', false],
    ['create', 'leek-soup', true],
  ])
})

test('a hook may make changes, and can not prevent what has happened', async () => {
  const { entities, core } = await open()
  const before = entities.all()
  const seen: unknown[] = []

  entities.hooks.on('create', (event) => {
    try {
      Reflect.apply(Reflect.get(event, 'preventDefault') as () => void, event, [])
    } catch (error) {
      seen.push(error)
    }
    core.undoOrRedo('undo')
  })
  entities.hooks.on('delete', ({ data }) => seen.push(data.deletedRecord.identifier))
  await entities.create({ ...soup('Stew'), identifier: 'stew' })
  expect(seen).toEqual([
    new TypeError('Failed to prevent the create of a record: it has happened already.'),
    'stew',
  ])
  expect(entities.all()).toEqual(before)
})

test('with a recorder, what is written is visible at once, and reported when it is stored', async () => {
  const { entities, core } = await open()
  const hook = vi.fn<() => void>()
  let store = () => {}

  core.recordWith({
    createLog: () => Promise.resolve(),
    deleteLog: () => Promise.resolve(),
    record: () => new Promise((resolve) => (store = resolve)),
  })
  entities.hooks.on('create', hook)

  const creating = entities.create({ ...soup('Stew'), identifier: 'stew' })

  await expect.poll(() => entities.findFirst((query) => query.where({ identifier: 'stew' }))).toBeDefined()
  expect(hook).not.toHaveBeenCalled()
  await Promise.resolve() // changes of one task are stored together, after it
  expect(hook).not.toHaveBeenCalled()
  store()
  await creating
  expect(hook).toHaveBeenCalledTimes(1)
})
