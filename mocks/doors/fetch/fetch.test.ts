import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createFetchHandler, type FetchHandler, type FetchOptions } from './create-fetch-handler.ts'

const own = 'https://shop.example'

async function open(options?: FetchOptions): Promise<FetchHandler> {
  return createFetchHandler(await buildSandbox({ data: { entities: [] } }), options)
}

function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request(`${own}${path}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

test.each(['/backend/', 'backend'])(
  'links contain the path %s of the service and the requested sandbox',
  async (path) => {
    const handle = await open({ path })
    const self = async (address: string) => {
      const { self } = (await (await handle(new Request(`${own}${address}`))).json()) as {
        self: { href: string }
      } // as the interface has it

      return self.href
    }

    expect(await self('/backend/api/entitydefinitions')).toBe(`${own}/backend/api/entitydefinitions`)
    expect(await self('/backend/s/blue/api/entitydefinitions')).toBe(
      `${own}/backend/s/blue/api/entitydefinitions`,
    )
    expect((await handle(new Request(`${own}/api`))).status).toBe(404)
  },
)

test('the address of a sandbox without a path in it is 404 without advice to answer it yourself', async () => {
  const response = await (await open())(new Request(`${own}/s/anna`))

  expect(await response.json()).toEqual({ Message: '/s/anna is not a path of the service.' })
})

test('the address that a proxy forwards is used only if the proxy is trusted', async () => {
  const request = new Request('http://10.0.0.7:3000/api/entitydefinitions', {
    headers: { 'X-Forwarded-Host': 'shop.example, inner', 'X-Forwarded-Proto': 'https' },
  })
  const textOf = async (options: FetchOptions) => (await (await open(options))(request)).text()

  expect(await textOf({ trustProxy: true })).toContain(`"${own}/api/entitydefinitions"`)
  expect(await textOf({})).toContain('"http://10.0.0.7:3000/api/entitydefinitions"')
})

test('control routes require the token, and are rejected if none was set', async () => {
  const statusOf = async (options: FetchOptions, headers: Record<string, string> = {}) =>
    (await (await open(options))(new Request('http://localhost/__sandbox', { headers }))).status

  expect(await statusOf({})).toBe(401)
  expect(await statusOf({ controlToken: 'opensesame' })).toBe(401)
  expect(await statusOf({ controlToken: 'opensesame' }, { 'X-Sandbox-Control': 'opensesame' })).toBe(200)
  expect(await statusOf({ controlToken: null })).toBe(200)
  expect(await statusOf({ controlToken: null }, { Origin: 'https://elsewhere.example' })).toBe(403)
})

test('a body over the limit is not read to its end', async () => {
  const handle = await open()
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const init = { method: 'POST', body: endless, duplex: 'half' } // streams need it, and the DOM's types lack it

  expect((await handle(new Request(`${own}/api/entities`, init))).status).toBe(413)
  expect(sent).toBeLessThan(14)
})

test('a body that fails while it is read is 400', async () => {
  const handle = await open()
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('disconnected')) })
  const init = { method: 'POST', body: broken, duplex: 'half' } // streams need it, and the DOM's types lack it

  expect((await handle(new Request(`${own}/api/entities`, init))).status).toBe(400)
})

test('with a fault that cuts the connection, the body fails', async () => {
  const handle = await open({ controlToken: null, allowedHosts: ['shop.example'] })
  const fault = JSON.stringify({ effect: { kind: 'cut' } })

  expect((await handle(post('/__sandbox/faults', fault))).status).toBe(201)
  await expect((await handle(new Request(`${own}/api/status`))).text()).rejects.toThrow('cut the connection')
})

test('a stream of events ends when its client disconnects', async () => {
  const handle = await open({ controlToken: null, allowedHosts: ['shop.example'] })
  const client = new AbortController()
  const { body } = await handle(new Request(`${own}/__sandbox/events`, { signal: client.signal }))
  const reader = body?.getReader()

  expect((await reader?.read())?.done).toBe(false)
  client.abort()
  expect((await reader?.read())?.done).toBe(true)
})
