import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../mocks/index.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'
import type { JournalEntry } from '../../service/journal-stream.ts'

const { requestToCopy, requestToReplay } = await loadOnPage(() => import('./request-to-copy.ts'))
const { send } = await loadOnPage(() => import('../../service/service-client.ts'))

/** The journal entry of a change of a tag. */
async function recorded(name: string): Promise<JournalEntry> {
  const sandbox = await createSandbox({ entities: 0 })
  const { id } = await sandbox.give('M.Tag')

  await sandbox.fetch(`/api/entities/${id}`, {
    method: 'PUT',
    headers: {
      Authorization: 'Bearer sandbox-editor',
      'Content-Type': 'application/merge-patch+json',
      'If-Match': '"1"',
    },
    body: JSON.stringify({ properties: { TagName: { 'en-US': name } } }),
  })
  return lastEntry(sandbox)
}

async function lastEntry(sandbox: Sandbox): Promise<JournalEntry> {
  const { items } = await (await sandbox.fetch('/__sandbox/journal')).json()

  return items.at(-1)
}

test('a replayed request has the headers of the recorded one, and its user', async () => {
  const { headers, body } = requestToReplay(await recorded('leek'))

  expect(headers).toEqual({
    authorization: 'Bearer sandbox-editor',
    'Content-Type': 'application/merge-patch+json',
    'if-match': '"1"',
    'X-Sandbox-Source': 'replay',
  })
  expect(body).toBe('{"properties":{"TagName":{"en-US":"leek"}}}')
})

test('a request whose body was not recorded in full is not replayed', async () => {
  const entry = await recorded('leek'.repeat(100_000))

  expect(() => requestToReplay(entry)).toThrow('did not record the whole body')
})

test.each([
  [{ authorization: 'Bearer sandbox-admin' }, { authorization: 'Bearer sandbox-admin' }],
  [{ 'x-auth-token': 'sandbox-admin' }, { 'x-auth-token': 'sandbox-admin' }],
  [{ 'x-gql-token': 'sandbox-admin' }, { 'x-gql-token': 'sandbox-admin' }],
  [{ authorization: 'Bearer expired' }, { authorization: 'Bearer sandbox-unknown' }],
  [{ 'x-auth-token': 'expired' }, { 'x-auth-token': 'sandbox-unknown' }],
])('a request with the credentials %j is copied and replayed with %j', async (sent, copied) => {
  const sandbox = await createSandbox({ entities: 0 })

  await sandbox.fetch('/api/graphql/preview/v1', { method: 'POST', headers: sent })

  const entry = await lastEntry(sandbox)

  expect(requestToCopy(entry).headers).toEqual(copied)
  expect(requestToReplay(entry)).toMatchObject({ headers: copied, persona: 'anonymous' })
})

test.each([
  ['TRACE', 'TRACE'],
  ['GET', 'GET with a body'],
  ['HEAD', 'HEAD with a body'],
])(
  'a %s request with a body, which pages can’t send, is not replayed, and a message says why',
  async (method, what) => {
    const request = requestToReplay({ ...(await recorded('leek')), method })

    await expect(send(request)).rejects.toThrow(
      `Browsers don’t let a page send ${what}: copy the request as curl`,
    )
  },
)

test('a request without credentials is replayed as the user that it had', async () => {
  const sandbox = await createSandbox({ entities: 0 })

  await sandbox.fetch('/api/entitydefinitions')

  expect(requestToReplay(await lastEntry(sandbox)).persona).toBe('editor')
})
