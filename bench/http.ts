/**
 * How fast the built server answers, against a bare `node:http` server that sends the same bytes in the same run.
 * `tsx bench/http.ts [entities]`, after `npm run build`.
 */
import { resolve } from 'node:path'
import autocannon from 'autocannon'
import { median, root, ServerProcess } from './processes.ts'

const entities = process.argv[2] ?? '1000'
const rounds = 3
const seconds = 2

interface Case {
  readonly name: string
  /** The least that the ratio to the bare server should be. */
  readonly goal: number
  readonly options: Omit<autocannon.Options, 'url'> & { path: string }
}

const headers = { 'content-type': 'application/json' }
const asset = JSON.stringify({
  entitydefinition: { href: '/api/entitydefinitions/M.Asset' },
  properties: {
    Title: 'Harbour',
    Media: { identifier: 'image' },
    FileName: 'a.jpg',
  },
})

await using sandbox = await ServerProcess.start(
  [resolve(root, 'dist/node/bin.js'), '--quiet', '--port', '4710', '--entities', entities],
  4710,
  '/api/entities/1000',
)
const first = await fetch(`${sandbox.url}/api/entities/1000`)
const etag = first.headers.get('etag') ?? ''
const body = await first.text()
await using bare = await ServerProcess.start(
  [resolve(root, 'bench/bare-server.mjs'), '4711', body],
  4711,
  '/',
)

const cases: Case[] = [
  { name: 'GET an entity', goal: 0.6, options: { path: '/api/entities/1000' } },
  {
    name: 'GET it unchanged (304)',
    goal: 0.7,
    options: { path: '/api/entities/1000', headers: { 'if-none-match': etag } },
  },
  {
    name: 'list 20 entities',
    goal: 0,
    options: { path: "/api/entities/query?query=Definition.Name=='M.Asset'&take=20" },
  },
  {
    name: 'POST an entity',
    goal: 0,
    options: { path: '/api/entities', method: 'POST', headers, body: asset },
  },
]

console.log(`${entities} entities; first answer ${Math.round(sandbox.startTime)} ms after the start`)

for (const { name, goal, options } of cases) {
  const ratios: number[] = []
  const rates: number[] = []
  const p99: number[] = []

  for (let round = 0; round < rounds; round++) {
    const limit = await measure(bare.url, { ...options, path: '/' })
    const ours = await measure(sandbox.url, options)

    ratios.push(ours.rate / limit.rate)
    rates.push(ours.rate)
    p99.push(ours.p99)
  }

  const verdict = goal === 0 ? '' : `, goal ${goal}`

  console.log(
    `${name.padEnd(24)} ${median(ratios).toFixed(2)} of bare node:http${verdict} (${Math.round(median(rates)).toLocaleString('en')}/s, p99 ${median(p99)} ms)`,
  )
}

async function measure(url: string, { path, ...options }: Case['options']) {
  const result = await autocannon({ url: `${url}${path}`, connections: 16, duration: seconds, ...options })
  const failed =
    result.non2xx - (options.headers?.['if-none-match'] ? (result.statusCodeStats?.['304']?.count ?? 0) : 0)

  if (failed > 0) throw new Error(`${failed} answers of ${url}${path} were no success.`)

  return { rate: result.requests.average, p99: result.latency.p99 }
}
