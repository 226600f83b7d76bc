import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from '../../testing/listening.ts'
import { sendOverSocket } from '../../testing/send-over-socket.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { consoleFiles, type ConsoleLocation, redirectToConsole } from './console-files.ts'

const page = '<!doctype html><script src="main.js"></script>'
const navigation = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }

/** The response of a server with the console at `/`. */
async function responseTo(
  path: string,
  headers: Record<string, string>,
  location: ConsoleLocation = {},
): Promise<Response> {
  const folder = temporaryFolder({ 'index.html': page, 'main.js': 'script' })
  const files = consoleFiles({ ...location, folder })
  const server = createServer((request, response) =>
    files?.(request, response, () => response.end('the service')),
  )

  onTestFinished(() => server.closeAllConnections())

  return sendOverSocket(await listening(server), path, { headers })
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

test('behind a proxy with a path of its own, the page has its addresses below that path', async () => {
  const folder = temporaryFolder({
    'index.html': '<base href="/" /><meta name="sandbox-base" content="" />',
  })
  const files = consoleFiles({ folder, baseUrlOf: () => 'https://blue.localhost/mock' })
  const server = createServer((request, response) => files?.(request, response, () => response.end()))
  const response = await sendOverSocket(await listening(server), '/entities', { headers: navigation })

  expect(await response.text()).toBe(
    '<base href="/mock/" /><meta name="sandbox-of-host" content="blue" /><meta name="sandbox-base" content="/mock" />',
  )
})

test.each([
  ['/s/anna', navigation, '/mock/?sandbox=anna'],
  ['/s/anna/', navigation, '/mock/?sandbox=anna'],
  ['/s/anna/api/graphql/preview/v1', navigation, '/mock/graphql?sandbox=anna'],
  ['/api/graphql/v1/?query={x}', navigation, '/mock/graphql'],
  ['/s/anna', { accept: 'application/json' }, undefined],
  ['/s/anna/api/entities', navigation, undefined],
  ['/', navigation, undefined],
])('a browser that opens %s is led to the console: %o', async (path, headers, expected) => {
  const server = createServer((request, response) => {
    if (!redirectToConsole(request, response, '/mock/')) response.end()
  })
  const response = await sendOverSocket(await listening(server), path, { headers })

  expect(response.headers.get('location') ?? undefined).toBe(expected)
})
