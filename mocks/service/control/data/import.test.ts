import { strToU8, zipSync } from 'fflate'
import { expect } from 'vitest'
import { packageFiles, queryResponse } from '../../../data/import/testing/samples.ts'
import { jsonOf, type Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'
import { openKitchen, dish } from '../../../testing/kitchen.ts'

const zip = zipSync(
  Object.fromEntries(Object.entries(packageFiles).map(([path, text]) => [path, strToU8(text)])),
)

const post = (doors: Doors, body: Uint8Array<ArrayBuffer>, path = '/__sandbox/import') =>
  doors.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/zip' }, body })

test('POST /__sandbox/import accepts a package as zip, and returns what was imported, changed and skipped', async (doors) => {
  expect(await jsonOf(200, post(doors, zip))).toMatchObject({
    counts: { entities: expect.any(Number) },
    imported: { definitions: 2, optionLists: 1, entities: 3 },
    changed: expect.arrayContaining([expect.objectContaining({ places: ['Demo.Recipe'] })]),
    skipped: expect.arrayContaining([
      {
        text: '"flavour" is not a field of an entity definition.',
        count: 1,
        places: ['schema/Demo.Recipe.json'],
      },
    ]),
  })
  expect((await doors.fetch('/api/entities/identifier/Demo.Recipe.Leek')).status).toBe(200)
})

test('POST /__sandbox/import accepts responses of queries and reads, and arrays of them', async (doors) => {
  const [first, second] = queryResponse.items

  for (const json of [queryResponse, [first, second], [{ items: [first] }, second], { entity: first }]) {
    expect((await doors.post('/__sandbox/import', json)).status).toBe(200)
    expect((await doors.fetch('/api/entities/40001')).status).toBe(200)
  }
})

test('a zip with an exported file can be imported again, and as a snapshot', async () => {
  await using doors = await openKitchen()
  const soup = await doors.get(`/api/entities/${dish.soup}`)
  const exported = await doors.fetch('/__sandbox/export')
  const packed = zipSync({ 'export.json': new Uint8Array(await exported.arrayBuffer()) })

  await doors.delete(`/api/entities/${dish.soup}`)
  expect((await post(doors, packed)).status).toBe(200)
  expect(await doors.get(`/api/entities/${dish.soup}`)).toEqual(soup)
  expect((await post(doors, packed, '/__sandbox/snapshots/before/import')).status).toBe(201)
})

test('a broken zip and a body of neither kind are 400', async (doors) => {
  const broken = zip.slice(0, 200)

  expect(await (await post(doors, broken)).json()).toEqual({
    data: expect.stringContaining("The zip can't be unpacked"),
  })
  expect(await (await post(doors, strToU8('{}'))).json()).toEqual({ body: 'It is no zip.' })
  expect(await (await doors.post('/__sandbox/import', 5)).json()).toEqual({
    body: 'The body must be a JSON object or array, or a zip.',
  })
})

test('a rejected import lists a thousand failures, and the number of further ones', async () => {
  await using doors = await openKitchen()
  const entities = Array.from({ length: 1500 }, () => ({ definition: 'Dish', properties: [] }))
  const response = await doors.post('/__sandbox/import', { entities })
  const failures = await response.json()

  expect(response.status).toBe(400)
  expect(Object.keys(failures)).toHaveLength(1001)
  expect(failures).toMatchObject({
    'entities.999.properties': expect.any(String),
    '...': '500 more are not listed.',
  })
})
