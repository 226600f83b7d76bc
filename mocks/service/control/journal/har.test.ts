import { expect } from 'vitest'
import { type Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'

interface Archive {
  readonly log: { readonly entries: readonly Entry[] }
}

interface Entry {
  readonly request: { readonly url: string; readonly bodySize: number; readonly postData?: object }
  readonly response: Readonly<Record<string, unknown>>
}

async function entriesOf(doors: Doors, query = ''): Promise<readonly Entry[]> {
  return (await doors.get<Archive>(`/__sandbox/journal/har?${query}`)).log.entries
}

async function addFault(doors: Doors, effect: object): Promise<void> {
  await doors.post('/__sandbox/faults', { effect })
}

test('HAR: as many entries as the limit allows, the latest', async (doors) => {
  for (const id of [1000, 1001, 1002]) await doors.get(`/api/entities/${id}`)

  const urls = async (query: string) => (await entriesOf(doors, query)).map(({ request }) => request.url)

  expect(await urls('limit=2')).toEqual([1001, 1002].map((id) => `http://sandbox.test/api/entities/${id}`))
  expect(await urls('limit=0')).toEqual([])
  expect(await urls('')).toHaveLength(3)
})

test('HAR: the size of a streamed response is unknown, and a comment says why', async (doors) => {
  await addFault(doors, { kind: 'drip', bytes_per_second: 1_000_000 })
  await doors.get('/api/entities/1000')

  const [entry] = await entriesOf(doors)

  expect(entry?.response).toMatchObject({
    bodySize: -1,
    content: { size: -1, comment: 'Not recorded: the body was streamed.' },
  })
})

test('HAR: a binary body of a request, for which it has no form, is in a member of its own', async (doors) => {
  const body = new Uint8Array([0xff, 0xd8, 0xff])

  await doors.fetch('/api/nothing', { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body })

  const [entry] = await entriesOf(doors)

  expect(entry?.request).toMatchObject({
    bodySize: 3,
    postData: {
      mimeType: 'image/jpeg',
      text: '',
      _base64: '/9j/',
    },
  })
})

test('HAR: the type and target of a response are those of its headers, in any letter case', async (doors) => {
  const headers = { 'content-type': 'text/html', LOCATION: '/moved' }

  await addFault(doors, { kind: 'response', status: 301, body: '<p>moved</p>', headers })
  await doors.fetch('/api/entities/1000', { redirect: 'manual' })

  const [entry] = await entriesOf(doors)

  expect(entry?.response).toMatchObject({ redirectURL: '/moved', content: { mimeType: 'text/html' } })
})
