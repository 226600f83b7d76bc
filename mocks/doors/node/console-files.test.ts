import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { AccessPolicy } from '../../service/http/access/access-policy.ts'
import { listening } from '../../testing/listening.ts'
import { sendOverSocket } from '../../testing/send-over-socket.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { toUnreadRequest } from './node-messages.ts'
import {
  consoleFiles,
  type ConsoleLocation,
  preparePageResponse,
  redirectToConsole,
} from './console-files.ts'

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
  ['/docs?control=a', { accept: '*/*' }, 'the console'],
  ['/docs/x', { accept: '*/*' }, 'the service'],
  ['/entities/1000', { accept: 'application/json' }, 'the service'],
  ['/v2/api/entities', {}, 'the service'],
  ['/healthz', { 'sec-fetch-mode': 'cors', accept: '*/*' }, 'the service'],
])(
  'a path outside the service is a page only if a browser navigates to it, or the banner names it: %s %o',
  async (path, headers, expected) => {
    const text = await (await responseTo(path, headers)).text()

    expect(text === page ? 'the console' : text).toBe(expected)
  },
)

test('behind a proxy with a path of its own, the page has its addresses below that path, and nothing else of a host', async () => {
  const folder = temporaryFolder({
    'index.html': '<base href="/" /><meta name="sandbox-base" content="" />',
  })
  const pageAt = async (baseUrl: string) => {
    const files = consoleFiles({ folder, baseUrlOf: () => baseUrl })
    const server = createServer((request, response) => files?.(request, response, () => response.end()))

    return (await sendOverSocket(await listening(server), '/entities', { headers: navigation })).text()
  }

  expect(await pageAt('https://blue.localhost/mock')).toBe(
    '<base href="/mock/" /><meta name="sandbox-of-host" content="blue" /><meta name="sandbox-base" content="/mock" />',
  )
  expect(await pageAt('https://a.test/x"><script>alert(1)</script>')).toBe(
    '<base href="/" /><meta name="sandbox-base" content="" />',
  )
})

test('a browser with two Host headers gets an error instead of being led to the console', async () => {
  const base = (request: IncomingMessage) => () => toUnreadRequest(request).baseUrl
  const server = createServer((request, response) => {
    if (!redirectToConsole(request, response, base(request))) response.end()
  })
  const socket = connect(await listening(server), '127.0.0.1')
  const accept = 'Accept: text/html\r\nConnection: close\r\n'

  socket.write(`GET /s/anna HTTP/1.1\r\nHost: a\r\nHost: b\r\n${accept}\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*two Host headers/)
})

test.each([
  ['/s/anna', navigation, '/mock/?sandbox=anna'],
  ['/s/anna/', navigation, '/mock/?sandbox=anna'],
  ['/s/anna/?x=1&control=a%3Bb', navigation, '/mock/?sandbox=anna&control=a%3Bb'],
  ['/s/anna/api/graphql/preview/v1', navigation, '/mock/graphql?sandbox=anna'],
  ['/api/graphql/v1/?query={x}', navigation, '/mock/graphql'],
  ['/s/anna', { accept: 'application/json' }, undefined],
  ['/s/anna/api/entities', navigation, undefined],
  ['/', navigation, undefined],
])('a browser that opens %s is led to the console: %o', async (path, headers, expected) => {
  const server = createServer((request, response) => {
    if (!redirectToConsole(request, response, () => '/mock/')) response.end()
  })
  const response = await sendOverSocket(await listening(server), path, { headers })

  expect(response.headers.get('location') ?? undefined).toBe(expected)
})

/** The response to a request for a page of the console, under a policy. */
async function pageUnder(policy: AccessPolicy, headers: Record<string, string> = {}): Promise<Response> {
  const server = createServer((request, response) => {
    if (preparePageResponse({ policy }, request, response)) response.end()
  })

  return sendOverSocket(await listening(server), '/entities', { headers: { host: 'localhost', ...headers } })
}

test.each([
  [{}, 200],
  [{ host: 'blue.shop.example' }, 200],
  [{ host: 'rebound.example' }, 403],
  [{ ...navigation, host: 'rebound.example' }, 403],
  [{ ...navigation, 'sec-fetch-site': 'cross-site' }, 200],
  [{ 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: 'https://elsewhere.example' }, 403],
  [{ origin: 'https://shop.example' }, 200],
])(
  'a page of the console has allowed hosts only, and other sites link to it, but read it only if they are allowed: %o',
  async (headers, status) => {
    const policy = new AccessPolicy({ hosts: ['.shop.example'], origins: ['https://shop.example'] })

    expect((await pageUnder(policy, headers)).status).toBe(status)
  },
)

test('only pages that may use the controls can frame the console', async () => {
  const policyOf = async (origins: readonly string[] | 'any') =>
    (await pageUnder(new AccessPolicy({ hosts: [], origins }))).headers.get('content-security-policy')

  expect(await policyOf([])).toMatch(/; frame-ancestors 'self'$/)
  expect(await policyOf(['https://shop.example'])).toMatch(
    /; frame-ancestors 'self' https:\/\/shop\.example$/,
  )
  expect(await policyOf('any')).toMatch(/; frame-ancestors 'self' \*$/)
})
