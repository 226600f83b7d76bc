import { once } from 'node:events'
import { createServer, IncomingMessage } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { BodyMemory, readBody } from './request-body.ts'

test('request bodies share one limit, and release their share when the request ends', () => {
  const memory = new BodyMemory(100)
  const [one, other] = [new IncomingMessage(new Socket()), new IncomingMessage(new Socket())]

  expect([memory.take(one, 60), memory.take(other, 30), memory.take(other, 20)]).toEqual([true, true, false])

  memory.release(one)

  expect([memory.take(other, 60), memory.take(one, 20)]).toEqual([true, false])
})

test('while the memory of the process is nearly full, bodies take 64 MiB together at most', () => {
  const memory = new BodyMemory(640 * 2 ** 20)
  const request = new IncomingMessage(new Socket())

  expect(memory.take(request, 2 ** 26, () => true)).toBe(true)
  expect([memory.take(request, 1, () => true), memory.take(request, 1, () => false)]).toEqual([false, true])
})

test('a body of many chunks arrives whole, and is joined in slices', async () => {
  await using server = createServer((request, response) => {
    void readBody(request, 2 ** 26, new BodyMemory(2 ** 26)).then((body) => response.end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const sent = Uint8Array.from({ length: 2 ** 23 }, (_, index) => index % 251)
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: sent })

  expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), sent)).toBe(0)
})
