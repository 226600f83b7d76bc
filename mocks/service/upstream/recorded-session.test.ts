import { array, assert, asyncProperty, constantFrom, nat } from 'fast-check'
import { expect, test } from 'vitest'
import type { Har, HarEntry } from '../../data/model/exchanges/har.ts'
import { buildSandbox, type CreateSandboxOptions } from '../../local/build-sandbox.ts'
import { LocalConnection } from '../../local/local-connection.ts'
import { isDeep } from '../../testing/scale.ts'

type Sent = readonly [path: string, method?: string, body?: object | Uint8Array]

/** What a client may send: reads, changes, texts that are escaped, binary bodies, unknown routes; no secrets, which are not kept. */
const anyRequest = constantFrom<Sent>(
  ['/api/entities/1000'],
  ['/api/entities/1000?members=Title,FileName&x=%C3%A9'],
  ['/api/entities/1000', 'HEAD'],
  ['/api/entities/1000', 'PUT', { properties: { Title: 'Süß "x" \u0000' } }],
  ['/api/entities/1000', 'DELETE'],
  ['/api/entities', 'POST', { entitydefinition: { href: '/api/entitydefinitions/M.Tag' }, properties: {} }],
  ['/api/entities', 'POST', Uint8Array.of(0xff, 0xd8, 0xff)],
  ['/api/entitydefinitions/M.Asset/entities?take=3'],
  ['/api/entities/1000/renditions/thumbnail'],
  ['/api/datasources'],
  ['/api/nowhere', 'POST', Uint8Array.of(0xef, 0xbb, 0xbf, 0x41)],
)

async function run(sent: readonly Sent[], options: CreateSandboxOptions): Promise<Har> {
  const connection = new LocalConnection(
    await buildSandbox({ entities: 30, ...options }),
    'https://real.example',
  )

  for (const [path, method = 'GET', body] of sent) {
    const isBinary = body instanceof Uint8Array
    const type = isBinary ? 'application/octet-stream' : 'application/json'
    const content = isBinary ? new Uint8Array(body) : JSON.stringify(body)
    const response = await connection.fetch(path, {
      method,
      headers: { 'X-Auth-Token': 'sandbox-editor', ...(body ? { 'Content-Type': type } : {}) },
      ...(body ? { body: content } : {}),
    })

    await response.arrayBuffer()
  }

  return (await connection.fetch('/__sandbox/journal/har')).json()
}

/** Without times, and what the sandbox says of itself and the user, who is not asked for without a route. */
function exchanged({ request: { headers: sent, ...request }, response }: HarEntry) {
  const headers = response.headers
    .filter(({ name }) => !/^x-sandbox-/i.test(name))
    .map(({ name, value }) => `${name.toLowerCase()}: ${value}`)
    .toSorted()

  return {
    request: { ...request, headers: sent.filter(({ name }) => name !== 'x-auth-token') },
    response: { ...response, headers },
  }
}

/** Without where it is listed, and for whom. */
function listed({ _sandbox, ...entry }: HarEntry) {
  return { ...entry, _sandbox: { ..._sandbox, sequence: 0, source: null, upstream: null } }
}

test('a recorded session replays to itself: listed as it was, and answered as it was', async () => {
  await assert(
    asyncProperty(nat(1_000_000), array(anyRequest, { minLength: 1 }), async (seed, sent) => {
      const recorded = (await run(sent, { seed })).log.entries
      const replayed = (
        await run(sent, { replay: { log: { entries: recorded } }, strict: true, seed: seed + 1 })
      ).log.entries

      expect(replayed.slice(0, sent.length).map(listed)).toEqual(recorded.map(listed))
      expect(replayed.slice(sent.length).map(exchanged)).toEqual(recorded.map(exchanged))
    }),
    { numRuns: isDeep ? 100 : 4 },
  )
}, 120_000)
