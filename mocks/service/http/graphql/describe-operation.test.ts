import { expect } from 'vitest'
import type { Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const path = '/api/graphql/preview/v1'
const dishPage = 'query DishPage($id: String, $apiToken: String) { dish: t_Dish(id: $id) { id } ...Menus }'
const document = `${dishPage} fragment Menus on Query { allT_Menu { total } ... { t_Tag(id: "x") { id } } }`

function ask(doors: Doors, body: object): Promise<Response> {
  return doors.post(path, body)
}

async function journal(doors: Doors, query = ''): Promise<Record<string, unknown>[]> {
  return (await doors.get<{ items: Record<string, unknown>[] }>(`/__sandbox/journal${query}`)).items
}

test('the journal names operation, root fields and variables of GraphQL requests, and finds them by these', async (doors) => {
  await ask(doors, { query: document, variables: { id: 'leek-soup', apiToken: 'hidden' } })
  await ask(doors, { query: '{ allT_Dish { total } }' })
  await ask(doors, {
    query: 'query A { a: __typename } query B { b: allT_Menu { total } }',
    operationName: 'B',
  })
  await ask(doors, { query: '{ syntax error' })
  await doors.fetch('/api/entities/1001')

  expect((await journal(doors)).map(({ graphql }) => graphql)).toEqual([
    {
      type: 'query',
      operation: 'DishPage',
      fields: ['t_Dish', 'allT_Menu', 't_Tag'],
      variables: { id: 'leek-soup', apiToken: '[redacted]' },
    },
    { type: 'query', operation: null, fields: ['allT_Dish'], variables: {} },
    { type: 'query', operation: 'B', fields: ['allT_Menu'], variables: {} },
    null,
    null,
  ])

  const found = async (query: string) => (await journal(doors, query)).map(({ sequence }) => sequence)

  expect(await found('?operation=DishPage')).toEqual([1])
  expect(await found('?field=allT_Menu')).toEqual([1, 3])
  expect(await found('?operation=DishPage&field=allT_Dish')).toEqual([])
  expect(JSON.stringify(await doors.get('/__sandbox/journal/har?operation=DishPage'))).toContain(
    '"graphql":{"type":"query","operation":"DishPage"',
  )
})

test('a fault applies to an operation, a root field or variables', async (doors) => {
  const add = (graphql: object, status: number) =>
    doors.post('/__sandbox/faults', { match: { graphql }, effect: { kind: 'response', status } })

  await add({ operation: 'DishPage' }, 501)
  await add({ field: 'allT_Tag' }, 502)
  await add({ type: 'query', variables: { id: 'leek-soup' } }, 503)

  const status = async (query: string, variables = {}) => (await ask(doors, { query, variables })).status

  expect(await status('query DishPage { allT_Dish { total } }')).toBe(501)
  expect(await status('query Tags { ...All } fragment All on Query { allT_Tag { total } }')).toBe(502)
  expect(await status('query ($id: String) { t_Dish(id: $id) { id } }', { id: 'leek-soup' })).toBe(503)
  expect(await status('query ($id: String) { t_Dish(id: $id) { id } }', { id: 't-1002' })).toBe(200)
  expect((await ask(doors, [{ query: 'query DishPage { allT_Dish { total } }' }])).status).toBe(501)
  await add({}, 504)
  expect(await status('{ allT_Dish { total } }')).toBe(504)
  expect((await doors.fetch('/api/entities/1001')).status).toBe(200)
})

test('the journal has requests whose variables are nested too deep for the service', async (doors) => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)

  await doors.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: `{"query": "{ __typename }", "variables": {"a": ${deep}}}`,
  })

  expect(await journal(doors)).toMatchObject([{ status: 400, graphql: null }])
  expect(await doors.get<object>('/__sandbox/journal/har')).toHaveProperty('log')
})

test('variables of a truncated body are not verified: the result would not be certain', async (doors) => {
  const verify = (graphql: object) => doors.post('/__sandbox/journal/verify', { graphql })

  await ask(doors, { query: document, variables: { id: 'leek'.repeat(20_000) } })

  expect((await verify({ operation: 'DishPage' })).status).toBe(200)
  expect((await verify({ variables: { id: 'x' } })).status).toBe(409)
  expect(await journal(doors)).toMatchObject([{ graphql: { operation: 'DishPage', variables: null } }])
})

test('a variable that the operation does not declare is a warning', async (doors) => {
  const response = await ask(doors, {
    query: 'query ($id: String) { t_Dish(id: $id) { id } }',
    variables: { identifier: 'x', Id: 1 },
  })

  expect(response.headers.get('x-sandbox-warning')).toBe(
    '/variables/identifier: "identifier" is not recognized. Available: id.; /variables/Id: "Id" is not recognized. Did you mean "id"?',
  )
})
