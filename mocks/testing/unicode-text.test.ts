import { expect } from 'vitest'
import type { Doors } from './doors.ts'
import { test } from './test-with-doors.ts'

/** A surrogate without its pair, escaped. */
const lone = String.raw`\ud800`

/** Requests with text of each kind. The bodies are JSON. */
const requests: [kind: string, method: string, path: string, body: string][] = [
  ['a name', 'POST', '/api/datasources', `{"name":"${lone}","values":[]}`],
  ['a member', 'PUT', '/api/entities/6', `{"properties":{"${lone}":1}}`],
  ['a value', 'PUT', '/api/entities/6', `{"properties":{"Title":"${lone}"}}`],
  ['a list', 'POST', '/api/search', `{"fulltext":["${lone}"]}`],
  ['the name of a file', 'POST', '/api/v2.0/upload', `{"file_name":"${lone}","file_size":1}`],
  ['a control', 'POST', '/__sandbox/snapshots', `{"name":"${lone}"}`],
  ['a fault', 'POST', '/__sandbox/faults', `{"effect":{"kind":"response","status":500,"body":"${lone}"}}`],
  [
    'an import',
    'POST',
    '/__sandbox/import',
    `{"entities":[{"definition":"User","properties":{"A":"${lone}"}}]}`,
  ],
  ['a snapshot', 'POST', '/__sandbox/snapshots/x/import', `[{"definition":"User","identifier":"${lone}"}]`],
]

test.table(requests)(
  'text that is not valid Unicode is rejected in %s, and nothing changes',
  async (doors, _, method, path, body) => {
    const before = doors.sandboxes.map(({ state }) => state.data)
    const response = await send(doors, method, path, body)

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('not valid Unicode')
    expect(doors.sandboxes.map(({ state }) => state.data)).toEqual(before)
  },
)

test.table([
  ['the type of a file', { type: 'text/html\r\nX-Evil: 1' }, 'Expected a media type'],
  ['the name of a file', { name: 'a\r\nX-Evil: 1' }, 'Expected a file name'],
])('an import is rejected if %s cannot be sent in a header', async (doors, _, invalid, message) => {
  const file = { entityId: 1000, name: 'a.html', type: 'text/html', size: 1, content: 'YQ==', ...invalid }
  const response = await send(doors, 'POST', '/__sandbox/import', JSON.stringify({ files: [file] }))

  expect(response.status).toBe(400)
  expect(await response.text()).toContain(message)
})

function send(doors: Doors, method: string, path: string, body: string): Promise<Response> {
  return doors.fetch(path, {
    method,
    body,
    headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-admin' },
  })
}
