import { beforeAll, expect } from 'vitest'
import type { EntityResource } from '../../api/entities/entity-schema.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { createService, routes } from '../../../local/create-service.ts'
import { serve } from '../../../doors/node/serve.ts'
import { responseOf, serviceRequest } from '../../../testing/ask-service.ts'
import { contractCheck } from '../../../testing/contract-check.ts'
import { origin } from '../../../testing/doors.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { dish, openKitchen } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'
import { addDefinitions } from './definition-schemas.ts'
import type { JsonSchema } from './schemas.ts'
import { runSync } from '../../../data/model/shared/slices.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'

/** The document of the kitchen, which the tests only read. */
let kitchenDocument: OpenApiDocument

beforeAll(async () => {
  await using doors = await openKitchen()

  kitchenDocument = await doors.get<OpenApiDocument>('/__sandbox/openapi.json')
})

test('GET /__sandbox/openapi.json describes every route', () => {
  const operations = Object.values(kitchenDocument.paths).flatMap((item) => Object.keys(item))

  expect(kitchenDocument).toMatchObject({ openapi: '3.1.1', servers: [{ url: origin }] })
  expect(operations.length).toBeGreaterThanOrEqual(routes.flatMap(({ methods }) => methods).length)
})

test('a standalone server has the document at its root too', async () => {
  await using server = await serve(createService(await buildSandbox(kitchen)))
  const read = async (path: string) => (await fetch(`${server.url}${path}`)).text()
  const [document, blue] = [
    JSON.parse(await read('/openapi.json')) as OpenApiDocument,
    JSON.parse(await read('/s/blue/openapi.json')) as OpenApiDocument,
  ]

  expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: server.url }] })
  expect(blue).toMatchObject({ servers: [{ url: `${server.url}/s/blue` }] })
})

test('the document has schemas of custom definitions, and enums of their option lists', () => {
  const { components } = kitchenDocument

  expect(components.schemas['Entity.T.Dish']).toMatchObject({
    allOf: [
      { $ref: '#/components/schemas/Entity' },
      {
        properties: {
          properties: { properties: { Title: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
        },
      },
    ],
  })
  expect(Object.entries(components.schemas).filter(([name]) => name.startsWith('Options.'))).toContainEqual([
    expect.any(String),
    { type: 'string', enum: expect.any(Array), description: expect.any(String) },
  ])
})

test('option lists have different schemas, whatever characters their names have', async () => {
  const names = ['Größe', 'Grüße', 'Gr_f6_e', 'Gr__f6__e', 'T.One-two', '😀']
  const lists = names.map((name) => ({ name, values: [{ identifier: name }] }))
  const { data } = await buildSandbox({ entities: 1, data: { optionLists: lists } })
  const document = runSync(openApiDocument([]))
  const { schemas } = document.components

  addDefinitions(document, data)

  const enumOf = ([name, schema]: [string, JsonSchema]) =>
    name.startsWith('Options.') ? [schema['enum']] : []

  expect(Object.entries(schemas).flatMap(enumOf)).toEqual(expect.arrayContaining(names.map((name) => [name])))
  for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Za-z0-9._-]+$/)
})

test('the journal follows the document as a list and as a stream, which has no ETag', async () => {
  const service = createService(await buildSandbox({ entities: 1 }))
  const check = await contractCheck()
  const request = serviceRequest('GET', '/__sandbox/journal', { headers: { accept: 'text/event-stream' } })

  expect(check.problemsOf('GET', '/__sandbox/journal', await responseOf(service, request))).toEqual([])
})

test('the document has examples from the data of the sandbox', async (doors) => {
  const { components, paths } = kitchenDocument
  const { id, properties } = await doors.get<EntityResource>(`/api/entities/${dish.soup}`)

  expect(components.schemas['Entity.T.Dish']).toMatchObject({ examples: [{ id, properties }] })
  expect(components.schemas['EntityInput.T.Dish']).toMatchObject({
    examples: [{ properties: { Title: properties['Title'] } }],
  })
  for (const body of [paths['/api/entities']?.['post'], paths['/api/entities/{id}']?.['put']]) {
    expect(body?.requestBody?.content['application/json']).toMatchObject({
      example: { properties: { Title: expect.anything() } },
    })
  }
  expect(paths['/api/entitydefinitions/{name}']?.['get']?.parameters[0]).toMatchObject({
    example: expect.stringMatching(/^T\./),
  })
})

test('each operation has its decisions, and the document what is not implemented', () => {
  const { paths } = kitchenDocument

  expect(paths['/api/entities']?.['post']).toMatchObject({
    'x-source': { kind: 'documented', rules: expect.stringContaining('4.1.1') },
    'x-decisions': expect.arrayContaining([
      { text: expect.stringContaining('An id of 0 or less'), rules: '2.2.1 and 2.2.2', warning: 'accepted' },
    ]),
  })
  expect(kitchenDocument['x-not-implemented']).toContainEqual({
    text: 'Orders of downloads: their list is empty.',
    paths: expect.any(Array),
  })
})

test('a response that differs from the document is reported: another type, header or status', async () => {
  const service = createService(await buildSandbox({ entities: 1 }))
  const check = await contractCheck()
  const headers = { 'content-type': 'application/json; charset=utf-8', etag: '"1"' }
  const body = { hostname: 'here', aggregated_service_status_label: 'Green' }
  const { body: text } = await responseOf(service, serviceRequest('GET', '/api/status'))
  const problems = (changes: { status?: number; headers?: Record<string, string>; body?: string }) =>
    check.problemsOf('GET', '/api/status', { status: 200, headers, body: text, ...changes })

  expect(problems({})).toEqual([])
  expect(problems({ status: 418 })).toEqual(['the status 418 is not documented'])
  expect(problems({ headers: { 'content-type': headers['content-type'] } })).toEqual([
    'the header etag is missing',
  ])
  expect(problems({ headers: { ...headers, 'x-new': '1' } })).toEqual(['the header x-new is not documented'])
  expect(problems({ body: JSON.stringify({ ...body, hostname: 7 }) })).toContainEqual(
    expect.stringContaining('/hostname must be string'),
  )
  expect(problems({ body: JSON.stringify({ ...JSON.parse(text), extra: 1 }) })).toEqual([
    expect.stringContaining('must NOT have additional properties'),
  ])
})
