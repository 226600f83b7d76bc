import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listening } from '../../../testing/listening.ts'
import { kitchenSandbox } from '../../../testing/kitchen.ts'
import { readArguments } from '../command-line/arguments.ts'
import { listen } from '../listen.ts'
import { connectionOptions, connectTo } from './connect-to.ts'

/** The URL of a server that is not a sandbox. */
const openOther = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listening(createServer(listener))}`

const to = (url: string, ...more: string[]) =>
  connectTo(readArguments(['--at', url, ...more], connectionOptions, 0).options)

test.each<[string, RequestListener]>([
  ['a page for every path', (_, response) => response.end('<html></html>')],
  ['JSON for every path', (_, response) => response.end('{"ok":true}')],
  ['a page with 404', (_, response) => response.writeHead(404).end('<html></html>')],
])('a server that returns %s is not taken for a sandbox', async (_, listener) => {
  const other = await openOther(listener)

  await expect(to(other)).rejects.toThrow(/not (be an entity-sandbox|from a sandbox).*--at/)
})

test('an error of the sandbox is reported with its message', async () => {
  await using server = await listen(await kitchenSandbox())
  const { sandbox } = await to(server.url)

  await expect(sandbox.restore('none')).rejects.toThrow(
    'returned 404. There is no snapshot "none" in this sandbox. It has none.',
  )
})

test('a sandbox on this machine is reached over HTTPS, whoever signed its certificate', async () => {
  await using server = await listen(await kitchenSandbox(), { https: true })
  const { sandbox } = await to(server.url)

  await sandbox.clock.advance(5)
  expect(await sandbox.overview()).toMatchObject({ name: 'entity-sandbox', clock: { offset_ms: 5 } })
})

test('the control token is read from SANDBOX_CONTROL_TOKEN', async () => {
  await using server = await listen(await kitchenSandbox(), {
    host: '0.0.0.0',
    controlToken: 'not-a-secret',
  })

  vi.stubEnv('SANDBOX_CONTROL_TOKEN', 'not-a-secret')
  onTestFinished(() => void vi.unstubAllEnvs())

  expect((await to(server.url)).sandbox.id).toBe('default')
})

test('a command without the control token names its option and its variable', async () => {
  await using server = await listen(await kitchenSandbox(), { host: '0.0.0.0', controlToken: 'not-a-secret' })

  for (const [args, problem] of [
    [[], 'require a token'],
    [['--control-token', 'wrong'], 'the control token is wrong'],
  ] as const) {
    await expect(to(server.url, ...args)).rejects.toThrow(
      new RegExp(`${problem}.*--control-token.*SANDBOX_CONTROL_TOKEN`),
    )
  }
})

test('the id of a sandbox is text, even if it consists of digits', async () => {
  await using server = await listen(await kitchenSandbox())

  expect((await to(server.url, '--sandbox', '007')).sandbox.id).toBe('007')
})
