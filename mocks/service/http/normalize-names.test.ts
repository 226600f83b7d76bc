import { expect } from 'vitest'
import { origin } from '../../testing/doors.ts'
import { dish, menu } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'

const soup = `/api/entities/${dish.soup}`

test.table([
  `/api/Entities/${dish.soup}`,
  `/API/ENTITIES/${dish.soup}/`,
  '/api/entities/Identifier/leek-soup',
  `/s/blue/Api/entities/${dish.soup}`,
])('paths are case-insensitive: %s', async (doors, path) => {
  expect(await doors.get(path)).toMatchObject({ id: dish.soup })
})

test('path parameters keep their letter case', async (doors) => {
  await doors.put('/__SANDBOX/Health/Graph/Worker-A', { label: 'Red', is_new: true })

  expect(await doors.get('/__sandbox/health/Graph/Worker-A')).toMatchObject({ path: 'Graph/Worker-A' })
  expect((await doors.fetch('/api/entities/identifier/LEEK-SOUP')).status).toBe(404)
})

test('query parameters are case-insensitive; of two the exact one counts', async (doors) => {
  const members = async (query: string) =>
    Object.keys((await doors.get<{ properties: object }>(`${soup}?${query}`)).properties)

  expect(await members('Members=Title')).toEqual(['Title'])
  expect(await members('MEMBERS=Code&members=Title')).toEqual(['Title'])

  const page = await doors.get<{ next: { href: string } }>(
    "/api/entities/query?Query=Definition.Name=='T.Dish'&Take=1&SORT=title",
  )

  expect(page).toMatchObject({ returned_items: 1, total_items: 3 })
  expect(page.next.href).toContain('&take=1')
})

test('members of a body are accepted in any letter case, with or without underscores', async (doors) => {
  const copied = await doors.post(`${soup}/copy`, {
    PropertyCopyOptions: [{ Property: 'Code', METHOD: 'remove' }],
    relationCopyOptions: [{ relation: 'DishToSide', method: 'IGNORE' }],
  })

  expect(copied.status).toBe(201)

  const created = await doors.create('/api/entities', {
    EntityDefinition: { HREF: '/api/entitydefinitions/T.Dish' },
    Properties: { Title: 'Broth' },
    Relations: { MenuToDish: { Parent: { Href: `/api/entities/${menu.lunch}` } } },
  })

  expect(await doors.get(created)).toMatchObject({
    properties: { Title: 'Broth' },
  })
})

test('the destination of a copy is accepted in any spelling', async (doors) => {
  const response = await doors.post(`${soup}/copy`, {
    destinationEntityId: dish.bread,
    property_copy_options: [{ property: 'Code', method: 'Ignore' }],
  })

  expect(response.status).toBe(200)
  expect(response.headers.get('location')).toBe(`${origin}/api/entities/${dish.bread}`)
})

test('of two members that differ by letter case the exact one counts, and values keep theirs', async (doors) => {
  await doors.put(soup, { Properties: { Title: 'Not this' }, properties: { Title: 'LEEK' } })

  expect(await doors.get(soup)).toMatchObject({ properties: { Title: 'LEEK' } })
})

test('a control path in another letter case is protected in the same way', async (doors) => {
  const crossOrigin = { Origin: 'https://elsewhere.example' }

  await doors.forEachDoor(async (door) => {
    const usual = await door.send('/__sandbox/reset', { method: 'POST', headers: crossOrigin })
    const other = await door.send('/__SANDBOX/Reset', { method: 'POST', headers: crossOrigin })

    expect([door.name, other.status]).toEqual([door.name, usual.status])
  })
})

test('names of definitions, members and option lists are case-insensitive, and returned as they are declared', async (doors) => {
  await doors.put(soup, { properties: { title: 'Leek broth', SERVINGS: 3 } })
  await doors.put(`${soup}/relations/menutodish`, { parent: { href: `/api/entities/${menu.dinner}` } })

  expect(
    await doors.get(`${soup}?members=TITLE,servings,menuToDish&nestedRelations=MENUTODISH`),
  ).toMatchObject({
    properties: { Title: 'Leek broth', Servings: 3 },
    relations: { MenuToDish: { parent: { href: `${origin}/api/entities/${menu.dinner}` } } },
  })
  expect(await doors.get('/api/entitydefinitions/t.dish')).toMatchObject({ name: 'T.Dish' })
  expect(await doors.get('/api/datasources/COURSES')).toMatchObject({ name: 'Courses' })

  const created = await doors.create('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/t.dish' },
    properties: { title: 'Not this', Title: 'Stew' },
    relations: { tagtodish: { parents: [] } },
  })

  expect(await doors.get(created)).toMatchObject({
    properties: { Title: 'Stew' },
    entitydefinition: { href: `${origin}/api/entitydefinitions/T.Dish` },
  })
})
