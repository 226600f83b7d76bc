import { expect, test } from 'vitest'
import { openDoors, origin } from '../testing/doors.ts'

const tagDefinition = { href: `${origin}/api/entitydefinitions/M.Tag` }

test('GET /api/entities/{id} answers the entity with ETag, length and type (interface 4)', async () => {
  await using doors = await openDoors()

  const response = await doors.fetch('/api/entities/1000')

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('etag')).toMatch(/^"[A-Za-z0-9+/=]+"$/)
  expect(await response.json()).toMatchObject({
    id: 1000,
    entitydefinition: { href: `${origin}/api/entitydefinitions/M.Asset` },
    self: { href: `${origin}/api/entities/1000` },
  })
})

test('GET /api/entities/{id} answers 404 for an unknown id', async () => {
  await using doors = await openDoors()

  const response = await doors.fetch('/api/entities/8000000')

  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ Message: 'Entity 8000000 was not found.' })
})

test('POST /api/entities answers 201 with the address of the new entity (interface 4)', async () => {
  await using doors = await openDoors()

  const response = await doors.fetch('/api/entities', {
    method: 'POST',
    json: { entitydefinition: tagDefinition, properties: { TagName: { 'en-US': 'Autumn' }, Slug: 'autumn' } },
  })

  expect(response.status).toBe(201)

  const location = response.headers.get('location') ?? ''

  expect(location).toMatch(/\/api\/entities\/\d+$/)
  expect(await doors.get(location.slice(origin.length))).toMatchObject({ properties: { Slug: 'autumn' } })
})
