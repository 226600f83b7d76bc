import { request } from 'node:http'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHandlers } from '../msw/index.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { kitchen, dish } from '../../testing/kitchen-data.ts'
import { kitchenSandbox } from '../../testing/kitchen.ts'
import { createLocalSandbox } from '../../local/local-sandbox.ts'
import { Drain } from './drain.ts'
import { listen } from './index.ts'

const soup = `/api/entities/${dish.soup}`

test('listen: serves a sandbox, several, or their handlers together with others', async () => {
  const sandbox = await kitchenSandbox()
  const mine = http.get(`*${soup}`, () => HttpResponse.json({ mine: true }))

  await using ofOne = await listen(sandbox)
  await using ofSeveral = await listen(new Sandboxes(sandbox))
  await using withMine = await listen([mine, ...createHandlers(sandbox)])

  for (const { url } of [ofOne, ofSeveral]) {
    expect(await (await fetch(`${url}${soup}`)).json()).toMatchObject({ id: dish.soup })
  }
  expect(await (await fetch(`${withMine.url}${soup}`)).json()).toEqual({ mine: true })
})

test('listen: an idle connection stays open for more than a minute', async () => {
  await using server = await listen(await kitchenSandbox())

  expect((await fetch(`${server.url}${soup}`)).headers.get('keep-alive')).toBe('timeout=65')
})

test('listen: a GET with a body is passed to user handlers like any other request', async () => {
  const mine = http.get('*/api/mine', () => HttpResponse.json({ mine: true }))

  await using server = await listen([mine, ...createHandlers(await kitchenSandbox())])
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(`${server.url}${path}`, { headers: { 'Content-Length': 2 } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })

      outgoing.on('error', reject).end('{}')
    })

  expect(await statusOf('/api/mine')).toBe(200)
  expect(await statusOf(soup)).toBe(200)
})

test('every cookie that a user handler sets is sent, by a server and in this process', async () => {
  const sandbox = await createLocalSandbox(kitchen)
  const headers = new Headers([
    ['Set-Cookie', 'first=1'],
    ['Set-Cookie', 'second=2; Path=/'],
  ])

  sandbox.use(http.get('/api/status', () => new HttpResponse('', { headers })))

  await using server = await listen(sandbox)

  for (const response of [await fetch(`${server.url}/api/status`), await sandbox.fetch('/api/status')]) {
    expect(response.headers.getSetCookie()).toEqual(['first=1', 'second=2; Path=/'])
  }
})

test('listen: the stream of a user handler is sent chunk by chunk, and cancelled when its client leaves', async () => {
  const track = vi.spyOn(Drain.prototype, 'track')
  onTestFinished(() => track.mockRestore())
  const cancel = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('It can’t be cancelled.')))
  const endless = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('data: first\n\n'))
    },
    cancel,
  })
  const mine = http.get(
    '*/api/mine',
    () => new HttpResponse(endless, { headers: { 'Content-Type': 'text/event-stream' } }),
  )

  await using server = await listen([mine, ...createHandlers(await kitchenSandbox())])
  const reader = (await fetch(`${server.url}/api/mine`)).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader()

  expect(await reader?.read()).toEqual({ done: false, value: 'data: first\n\n' })
  await reader?.cancel()
  await expect.poll(() => cancel.mock.calls.length).toBe(1)
  // Otherwise a server that stops would wait for it.
  await expect(track.mock.calls[0]?.[0]).resolves.toBeUndefined()
})

test('listen: handlers without those of a sandbox are rejected', async () => {
  await expect(listen([http.get('*', () => undefined)])).rejects.toThrow('Pass the sandbox')
})
