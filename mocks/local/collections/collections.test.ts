import { Collection as LibraryCollection } from '@msw/data'
import { expect, test, vi } from 'vitest'
import { dish, menu } from '../../testing/kitchen-data.ts'
import { kitchenSandbox } from '../../testing/kitchen.ts'
import { LocalConnection } from '../local-connection.ts'
import { LocalSandbox } from '../local-sandbox.ts'
import { Collection, Query } from './library.ts'

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

test('the collections are collections of the library, and the class is exported', async () => {
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
})

test('a record has the promised members, and can be changed by update() only', async () => {
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
  expect(() => components.clear()).toThrow('Only entities can be written as a collection.')
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

test('records are written by the rules of requests, with the same errors', async () => {
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
    entities.update((query) => query.where({ id: dish.soup }), { data: (draft) => void (draft.version = 7) }),
  ).rejects.toMatchObject({ failures: { version: expect.any(String) as string } })
  await expect(
    entities.update((query) => query.where({ id: dish.soup }), {
      data: (draft) => void (draft.definition = 'T.Menu'),
    }),
  ).rejects.toThrow("which can't be changed")
  await expect(
    entities.createMany(2, (index) => ({
      ...soup('Stew'),
      relations: { MenuToDish: { parents: [index * 9 + menu.lunch] } },
    })),
  ).rejects.toThrow('Entity 2010 does not exist.')
  expect(entities.all()).toEqual(before)
})

test('an update writes what differs: values, cultures, relations on both ends', async () => {
  const { entities } = await open()
  const updated = await entities.update((query) => query.where({ id: dish.soup }), {
    data(draft) {
      draft.properties['Story'] = { 'en-US': 'Fry them.' }
      delete draft.properties['Servings']
      draft.relations['MenuToDish'] = { parents: [menu.dinner] }
      delete draft.relations['TagToDish']
    },
  })

  expect(updated).toMatchObject({
    properties: { Title: 'Leek soup', Story: { 'en-US': 'Fry them.' } },
    relations: { MenuToDish: { parents: [menu.dinner] }, DishToSide: { children: [dish.bread] } },
  })
  expect(updated?.properties).not.toHaveProperty('Servings')
  expect(updated?.relations).not.toHaveProperty('TagToDish')
  expect(entities.findFirst((query) => query.where({ id: menu.dinner }))?.relations).toEqual({
    MenuToDish: { children: [dish.soup] },
  })
  expect(updated?.version).toBe(2)
})

test('createMany(), updateMany() and deleteMany() are one change each, which an undo restores', async () => {
  const { entities, core } = await open()
  const count = entities.count()
  const created = await entities.createMany(3, (index) => soup(`Stew ${index}`))

  expect(created.map(({ properties }) => properties['Title'])).toEqual(['Stew 0', 'Stew 1', 'Stew 2'])
  await entities.updateMany((query) => query.where({ definition: 'T.Dish' }), {
    data: (draft) => void (draft.properties['Servings'] = 9),
  })
  expect(entities.deleteMany((query) => query.where({ properties: { Servings: 9 } }))).toHaveLength(6)
  expect(core.history.sequence).toBe(3)
  for (let undone = 0; undone < 3; undone++) core.step('undo')
  expect(entities.count()).toBe(count)
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
  core.step('undo')
  entities.delete((query) => query.where({ identifier: 'stew' }))
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

test('a hook may write, and can not prevent what has happened', async () => {
  const { entities } = await open()
  let problem: unknown

  entities.hooks.on('create', (event) => {
    try {
      Reflect.apply(Reflect.get(event, 'preventDefault') as () => void, event, [])
    } catch (error) {
      problem = error
    }
    entities.delete(event.data.record)
  })
  const before = entities.count()

  await entities.create(soup('Stew'))
  expect(problem).toEqual(new TypeError('Failed to prevent the create of a record: it has happened already.'))
  expect(entities.count()).toBe(before)
})

test('with a recorder, what is written is visible at once, and reported when it is stored', async () => {
  const { entities, core } = await open()
  const hook = vi.fn<() => void>()
  let store = () => {}

  core.recordWith({
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    record: () => new Promise((resolve) => (store = resolve)),
  })
  entities.hooks.on('delete', hook)
  entities.delete((query) => query.where({ id: dish.soup }))

  expect(entities.findFirst((query) => query.where({ id: dish.soup }))).toBeUndefined()
  expect(hook).not.toHaveBeenCalled()
  store()
  await core.stored
  await Promise.resolve()
  expect(hook).toHaveBeenCalledTimes(1)
})
