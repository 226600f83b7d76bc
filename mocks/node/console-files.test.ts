import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendOverSocket } from '../testing/send-over-socket.ts'
import { consoleFiles, type ConsoleLocation } from './console-files.ts'
import { startingPage } from './starting-page.ts'

const page = '<!doctype html><script src="main.js"></script>'
const navigation = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }

/** The response of a server with the console at `/`. */
async function responseTo(
  path: string,
  headers: Record<string, string>,
  location: ConsoleLocation = {},
): Promise<Response> {
  const folder = await mkdtemp(join(tmpdir(), 'console-'))

  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'main.js'), 'script')

  const files = consoleFiles({ ...location, folder })
  const server = createServer((request, response) =>
    files?.(request, response, () => response.end('the service')),
  )

  await new Promise<void>((resolve) => server.listen(0, resolve))

  try {
    const { port } = server.address() as AddressInfo // a server on a port

    return await sendOverSocket(port, path, { headers })
  } finally {
    server.close()
    server.closeAllConnections()
    await rm(folder, { recursive: true })
  }
}

test.each([
  ['/', {}, 'the console'],
  ['/main.js', {}, 'script'],
  ['/entities/1000', navigation, 'the console'],
  ['/entities/1000', { accept: 'text/html,*/*' }, 'the console'],
  ['/entities/1000', { accept: 'application/json' }, 'the service'],
  ['/v2/api/entities', {}, 'the service'],
  ['/healthz', { 'sec-fetch-mode': 'cors', accept: '*/*' }, 'the service'],
])(
  'a path outside the service is a page only if a browser navigates to it: %s %o',
  async (path, headers, expected) => {
    const text = await (await responseTo(path, headers)).text()

    expect(text === page ? 'the console' : text).toBe(expected)
  },
)

test('while the server starts, a browser gets a page that shows the progress and reloads itself', async () => {
  const location = { startingPage: () => startingPage({ done: 40_000, total: 100_074 }) }
  const response = await responseTo('/entities/1000', navigation, location)
  const text = await response.text()

  expect(response.status).toBe(503)
  expect(text).toContain('40,000 of 100,074 entities are generated.')
  expect(text).toContain('http-equiv="refresh"')
  expect(await (await responseTo('/main.js', {}, location)).text()).toBe('script')
})
