import { expect } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { Sandboxes, type SandboxesOptions } from '../../../sandbox/sandboxes.ts'
import { Doors, openFetch, openSocket, testTime } from '../../../testing/doors.ts'
import { dish } from '../../../testing/kitchen.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { testWithDoors } from '../../../testing/test-with-doors.ts'

const machine = { now: testTime }

/** The doors that pages of other origins can reach. */
async function openToPages(options: SandboxesOptions = {}): Promise<Doors> {
  const sandbox = await buildSandbox({ ...kitchen, machineClock: () => machine.now })
  const open = () => new Sandboxes(sandbox.fork(sandbox.id), options)

  return new Doors([openFetch(open()), await openSocket(open())])
}

const test = testWithDoors(openToPages)

interface Listed {
  readonly id: string
  readonly last_used_on: string
  readonly expired?: object
}

async function listed(doors: Doors): Promise<Listed[]> {
  const { items } = await doors.get<{ items: Listed[] }>('/__sandbox/sandboxes')

  return items.toSorted((one, other) => one.id.localeCompare(other.id))
}

const foreign = { origin: 'https://elsewhere.example' }
const marked = { 'sec-fetch-site': 'cross-site' }
const soup = `/api/entities/${dish.soup}`
const token = 'grant_type=client_credentials&client_id=sandbox&client_secret=sandbox'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test.table([[foreign], [marked]])(
  'a foreign page %j reads what exists, without using it, and creates nothing',
  async (doors, headers) => {
    await doors.put(`/s/blue${soup}`, { properties: { Title: 'Blue soup' } })
    machine.now += 1000

    const before = await listed(doors)

    for (const path of [
      soup,
      '/api/status',
      '/api/notifications',
      '/api/nothing',
      '/api/entities/query?query=',
    ]) {
      const own = await doors.fetch(path)
      const elsewhere = await doors.fetch(`/s/red${path}`, { headers })

      expect(elsewhere.status).toBe(own.status)
    }

    const read = await doors.get(`/s/blue${soup}`, { headers })

    expect(read).toMatchObject({ properties: { Title: 'Blue soup' } })
    expect(await doors.delete(`/s/red${soup}`, { headers })).toMatchObject({ status: 403 })
    expect(await listed(doors)).toEqual(before)
  },
)

test.table([
  ['POST', '/oauth/token', form, token],
  ['POST', '/api/authenticate', {}, '{"user_name":"admin","password":"admin"}'],
  ['POST', '/api/authenticate/reader', { 'x-auth-token': 'sandbox-admin' }, ''],
  ['GET', '/API/Authenticate/reader', { 'x-auth-token': 'sandbox-admin' }, undefined],
])(
  'a foreign page can’t sign in: %s %s is 403, and the next identifier is what it was',
  async (doors, method, path, headers, body) => {
    const before = doors.sandboxes.map(({ newest }) => newest)

    for (const page of [foreign, marked]) {
      const response = await doors.fetch(path, {
        method,
        headers: { ...headers, ...page },
        ...(body && { body }),
      })

      expect(response.status).toBe(403)
    }
    expect(doors.sandboxes.map(({ newest }) => newest)).toEqual(before)
  },
)

test('a foreign page may lead to the page for signing in, but can’t read it or sign in by itself', async (doors) => {
  const path = `/oauth/authorize?response_type=code&client_id=sandbox&redirect_uri=http://localhost/`
  const leading = { ...marked, 'sec-fetch-mode': 'navigate' }

  expect((await doors.fetch(path, { headers: leading })).status).toBe(200)
  expect((await doors.fetch(`${path}&login_hint=reader`, { headers: leading })).status).toBe(303)
  expect((await doors.fetch(path, { headers: foreign })).status).toBe(403)
  expect((await doors.fetch(path, { headers: marked })).status).toBe(403)
  expect((await doors.fetch(path, { method: 'POST', headers: leading })).status).toBe(403)
})

test('neither refused requests nor foreign pages evict a sandbox, and an expired one is still remembered', async () => {
  await using doors = await openToPages({ countLimit: 2 })

  for (const id of ['old', 'kept']) await doors.put(`/s/${id}${soup}`, { properties: { Title: id } })
  machine.now += 60_001
  await doors.get(`/s/new${soup}`)
  expect((await listed(doors)).map(({ id }) => id)).toEqual(['default', 'new'])

  machine.now += 60_001
  for (let number = 0; number < 5; number++) {
    await doors.fetch(`/s/r${number}/api/nothing`)
    await doors.fetch(`/s/f${number}/api/status`, { headers: foreign })
  }
  await doors.fetch('/s/old/api/nothing')
  await doors.fetch(`/s/old${soup}`, { headers: foreign })

  expect((await listed(doors)).map(({ id }) => id)).toEqual(['default', 'new'])
  expect((await doors.fetch(`/s/old${soup}`)).headers.get('x-sandbox-expired')).toContain('too many')
})
