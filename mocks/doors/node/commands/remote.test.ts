import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listening } from '../../../testing/listening.ts'
import { kitchenSandbox } from '../../../testing/kitchen.ts'
import { readArguments } from '../command-line/arguments.ts'
import { listen } from '../listen.ts'
import { Remote, remoteOptions } from './remote.ts'

/** The URL of a server that is not a sandbox. */
const openOther = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listening(createServer(listener))}`

const remote = (url: string, ...more: string[]) =>
  new Remote(readArguments(['--url', url, ...more], remoteOptions, 0).options)

test.each<[string, RequestListener]>([
  ['a page for every path', (_, response) => response.end('<html></html>')],
  ['JSON for every path', (_, response) => response.end('{"ok":true}')],
  ['a page with 404', (_, response) => response.writeHead(404).end('<html></html>')],
])('a server that returns %s is not taken for a sandbox', async (_, listener) => {
  const other = await openOther(listener)

  await expect(remote(other).sendControl('POST', '/reset', {})).rejects.toThrow(
    /is not a sandbox\. Name one with --url/,
  )
})

test('an error of the sandbox is reported with its message', async () => {
  await using server = await listen(await kitchenSandbox())

  await expect(remote(server.url).sendControl('POST', '/snapshots/none/restore', {})).rejects.toThrow(
    'returned 404: There is no snapshot "none" in this sandbox. It has none.',
  )
  await expect(remote(server.url).sendControl('POST', '/reset', { seed: 'x' })).rejects.toThrow(
    'returned 400: seed: Expected a number, not "x".',
  )
})

test('a sandbox on this machine is reached over HTTPS, whoever signed its certificate', async () => {
  await using server = await listen(await kitchenSandbox(), { https: true })

  expect(await remote(server.url).sendControl('GET', '')).toMatchObject({ name: 'entity-sandbox' })
  expect(await remote(server.url).sendControl('POST', '/clock/advance', { ms: 5 })).toMatchObject({
    offset_ms: 5,
  })
})

test('the control token is read from SANDBOX_CONTROL_TOKEN', async () => {
  await using server = await listen(await kitchenSandbox(), {
    host: '0.0.0.0',
    controlToken: 'not-a-secret',
  })

  vi.stubEnv('SANDBOX_CONTROL_TOKEN', 'not-a-secret')
  onTestFinished(() => void vi.unstubAllEnvs())

  expect(await remote(server.url).sendControl('GET', '')).toMatchObject({ name: 'entity-sandbox' })
})

test('a command without the control token names its option and its variable', async () => {
  await using server = await listen(await kitchenSandbox(), { host: '0.0.0.0', controlToken: 'not-a-secret' })

  for (const [args, problem] of [
    [[], 'requires its control token'],
    [['--control-token', 'wrong'], 'has another control token'],
  ] as const) {
    await expect(remote(server.url, ...args).sendControl('GET', '')).rejects.toThrow(
      new RegExp(`${problem}: .*--control-token.*SANDBOX_CONTROL_TOKEN`),
    )
  }
})

test('the id of a sandbox is text, even if it consists of digits', async () => {
  await using server = await listen(await kitchenSandbox())

  expect(await remote(server.url, '--sandbox', '007').sendControl('GET', '')).toMatchObject({
    sandbox: '007',
  })
})

test.each([
  [null, 'null'],
  ['x', '"x"'],
  [undefined, ''],
])('the body %j is sent as it is', async (body, expected) => {
  const received: string[] = []
  const other = await openOther((request, response) => {
    void text(request).then((sent) => {
      received.push(sent)
      response.end('{}')
    })
  })

  await remote(other).request('POST', '/api/entities', { body })
  expect(received).toEqual([expected])
})
