import { expect, test } from 'vitest'
import { openDoors, type Doors } from './doors.ts'

const half = String.raw`\ud800`

/** Each way in that takes text. The body is sent as it is: `JSON.stringify()` of a test would not keep what is tested. */
const waysIn: [what: string, method: string, path: string, body: string][] = [
  ['a name', 'POST', '/api/datasources', `{"name":"${half}","values":[]}`],
  ['a member', 'PUT', '/api/entities/6', `{"properties":{"${half}":1}}`],
  ['a value', 'PUT', '/api/entities/6', `{"properties":{"Title":"${half}"}}`],
  ['a list', 'POST', '/api/search', `{"fulltext":["${half}"]}`],
  ['the name of a file', 'POST', '/api/v2.0/upload', `{"file_name":"${half}","file_size":1}`],
  ['a control', 'POST', '/__sandbox/snapshots', `{"name":"${half}"}`],
  ['a fault', 'POST', '/__sandbox/faults', `{"effect":{"kind":"answer","status":500,"body":"${half}"}}`],
  [
    'an import',
    'POST',
    '/__sandbox/import',
    `{"entities":[{"definition":"User","properties":{"A":"${half}"}}]}`,
  ],
  ['a snapshot', 'POST', '/__sandbox/snapshots/x/import', `[{"definition":"User","identifier":"${half}"}]`],
]

test.each(waysIn)(
  'text that is no Unicode is rejected in %s, and nothing changes',
  async (_, method, path, body) => {
    await using doors = await openDoors()
    const before = await doors.get('/__sandbox/export')
    const response = await send(doors, method, path, body)

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('not valid Unicode')
    expect(await doors.get('/__sandbox/export')).toEqual(before)
  },
)

test.each([
  ['the type of a file', { type: 'text/html\r\nX-Evil: 1' }, 'Expected a media type'],
  ['the name of a file', { name: 'a\r\nX-Evil: 1' }, 'Expected a file name'],
])('%s in an import is one that can be sent', async (_, wrong, message) => {
  await using doors = await openDoors()
  const file = { entityId: 1000, name: 'a.html', type: 'text/html', size: 1, content: 'YQ==', ...wrong }
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
