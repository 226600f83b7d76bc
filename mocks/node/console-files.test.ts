import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendOverSocket } from '../testing/send-over-socket.ts'
import { consoleFiles } from './console-files.ts'

const page = '<!doctype html><script src="main.js"></script>'
const navigation = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }

/** The response of a server with the console at `/`. */
async function responseTo(path: string, headers: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'console-'))

  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'main.js'), 'script')

  const files = consoleFiles({ folder })
  const server = createServer((request, response) =>
    files?.(request, response, () => response.end('the service')),
  )

  await new Promise<void>((resolve) => server.listen(0, resolve))

  try {
    const { port } = server.address() as AddressInfo // a server on a port
    const text = await (await sendOverSocket(port, path, { headers })).text()

    return text.startsWith('<!doctype') ? 'the console' : text
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
    expect(await responseTo(path, headers)).toBe(expected)
  },
)
