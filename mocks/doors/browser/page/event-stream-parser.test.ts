import { expect, test } from 'vitest'
import { parseEvents } from './event-source.ts'

test('an event keeps line separators that end no line of a stream', async () => {
  const parts = ['id: 7\nevent: change\ndata: {"title":"Leek\u2028soup"}\n\n']
  const stream = (async function* () {
    yield* parts
  })()

  expect(await parseEvents(stream).next()).toEqual({
    done: false,
    value: { event: 'change', id: '7', data: '{"title":"Leek\u2028soup"}' },
  })
})
