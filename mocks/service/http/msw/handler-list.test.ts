import { graphql, http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { withoutBody } from '../fetch-objects.ts'
import { origin } from '../../../testing/doors.ts'
import { tryHandlers } from './msw-handler.ts'

test('the headers of a handler’s response are spelled as doors look them up', async () => {
  const headers = { 'Content-Type': 'text/event-stream', ETag: '"7"', 'X-Own': '1' }
  const handler = http.get('*/api/own', () => new HttpResponse('data: 1\n\n', { headers }))
  const result = await tryHandlers([handler], withoutBody(new Request(`${origin}/api/own`)))

  expect(result).toMatchObject({
    headers: { 'Content-Type': 'text/event-stream', ETag: '"7"', 'x-own': '1' },
  })
})

test.each([
  ['by its name', graphql.query('DishPage', () => HttpResponse.json({ data: { own: 1 } }))],
  [
    'of an endpoint',
    graphql.link('*/api/graphql/*').query(/Page$/, () => HttpResponse.json({ data: { own: 1 } })),
  ],
])(
  'a handler of a GraphQL operation %s answers that operation, and leaves others to the service',
  async (_, handler) => {
    const ask = (query: string) => {
      const body = JSON.stringify({ query })
      const headers = { 'Content-Type': 'application/json' }
      const request = withoutBody(
        new Request(`${origin}/api/graphql/preview/v1`, { method: 'POST', headers, body }),
      )

      return tryHandlers([handler], { ...request, body: new TextEncoder().encode(body) })
    }

    expect(await ask('query DishPage { allT_Dish { total } }')).toMatchObject({
      body: expect.anything(),
      status: 200,
    })
    expect(await ask('query Other { allT_Dish { total } }')).toBeUndefined()
  },
)

test('a method that Fetch forbids matches no handler', async () => {
  const handler = http.all('*', () => HttpResponse.json({}))
  const incoming = withoutBody(new Request(`${origin}/api/own`))

  expect(await tryHandlers([handler], { ...incoming, method: 'TRACE' })).toBeUndefined()
})
