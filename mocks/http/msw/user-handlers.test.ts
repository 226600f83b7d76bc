import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { withoutBody } from './fetch-objects.ts'
import { origin } from '../../testing/doors.ts'
import { handleWithMsw } from './user-handlers.ts'

test('the headers of a handler’s response are spelled as doors look them up', async () => {
  const headers = { 'Content-Type': 'text/event-stream', ETag: '"7"', 'X-Own': '1' }
  const handler = http.get('*/api/own', () => new HttpResponse('data: 1\n\n', { headers }))
  const result = await handleWithMsw([handler], withoutBody(new Request(`${origin}/api/own`)))

  expect(result).toMatchObject({
    headers: { 'Content-Type': 'text/event-stream', ETag: '"7"', 'x-own': '1' },
  })
})

test('a method that Fetch forbids matches no handler', async () => {
  const handler = http.all('*', () => HttpResponse.json({}))
  const incoming = withoutBody(new Request(`${origin}/api/own`))

  expect(await handleWithMsw([handler], { ...incoming, method: 'TRACE' })).toBeUndefined()
})
