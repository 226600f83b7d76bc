import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildSandbox, type CreateSandboxOptions } from '../../local/build-sandbox.ts'
import { createStream, type RandomStream } from '../../data/model/shared/random.ts'
import { listen } from '../../doors/node/listen.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'

/** A measurement during a soak test. */
export interface Sample {
  readonly seconds: number
  readonly requests: number
  /** Bytes in use after a garbage collection. */
  readonly memory: number
}

export interface SoakOptions {
  readonly seconds: number
  readonly samples: number
  readonly seed: number
  readonly options?: CreateSandboxOptions
  readonly onSample?: (sample: Sample) => void
}

const json = { 'content-type': 'application/json', authorization: 'Bearer sandbox-admin' }
const post = (body: unknown) => ({ method: 'POST', headers: json, body: JSON.stringify(body) })

/** What clients do: reads, writes that are reverted or replaced, errors, streams, sandboxes that are created and deleted. */
const actions: readonly ((url: string, stream: RandomStream) => Promise<unknown>)[] = [
  (url, stream) => read(`${url}/api/entities/${1000 + stream.between(0, 100)}`),
  (url) => read(`${url}/api/entitydefinitions/M.Asset/entities?take=50`),
  (url, stream) => read(`${url}/api/search`, post({ fulltext: [stream.text(2)], take: 20 })),
  (url, stream) => read(`${url}/api/entities/query?query=Title%3D%3D'${stream.text(4)}'`),
  (url, stream) =>
    read(`${url}/api/entities/1000`, {
      ...post({ properties: { Title: { 'en-US': stream.text(300) } } }),
      method: 'PUT',
    }),
  async (url, stream) => {
    const entity = {
      entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
      properties: { TagName: stream.text(9) },
    }
    const created = await fetch(`${url}/api/entities`, post(entity))

    await created.arrayBuffer()
    if (created.ok) await read(created.headers.get('location') ?? url, { method: 'DELETE', headers: json })
  },
  (url, stream) => read(`${url}/api/entities`, post({ nothing: stream.text(2000) })),
  (url, stream) => read(`${url}/api/nowhere`, post({ text: stream.text(20_000) })),
  (url) =>
    read(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'sandbox',
        client_secret: 'sandbox',
      }),
    }),
  (url) => read(`${url}/__sandbox/journal?limit=5`),
  (url) => read(`${url}/__sandbox/snapshots`, post({ name: 'soak' })),
  async (url, stream) => {
    const id = `soak-${stream.text(8).replaceAll(/\W/g, 'x')}`

    await read(`${url}/s/${id}/api/entities/1000`)
    await read(`${url}/__sandbox/sandboxes/${id}`, { method: 'DELETE' })
  },
  async (url) => {
    const controller = new AbortController()
    const stream = await fetch(`${url}/__sandbox/events`, { signal: controller.signal })

    controller.abort()
    await stream.text().catch(() => undefined) // it was aborted
  },
]

async function read(url: string, init?: RequestInit): Promise<void> {
  await (await fetch(url, init)).arrayBuffer()
}

/** Sends requests to a server for some time, and returns samples of the memory in use. */
export async function soak({ seconds, samples, seed, options, onSample }: SoakOptions): Promise<Sample[]> {
  const stream = createStream(seed, 'soak')
  const results: Sample[] = []
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  let requests = 0

  await using server = await listen(new Sandboxes(await buildSandbox(options)))

  while (results.length < samples) {
    await Promise.all(Array.from({ length: 8 }, () => stream.pick(actions)(server.url, stream)))
    requests += 8
    if (elapsed() < ((results.length + 1) * seconds) / samples) continue

    const sample = { seconds: elapsed(), requests, memory: memoryInUse() }

    results.push(sample)
    onSample?.(sample)
  }

  return results
}

/** The growth of memory from the second quarter of a soak test to the last, as a fraction. */
export function growthOf(samples: readonly Sample[]): number {
  const quarter = Math.floor(samples.length / 4)

  return medianOf(samples.slice(-quarter)) / medianOf(samples.slice(quarter, 2 * quarter)) - 1
}

function medianOf(samples: readonly Sample[]): number {
  return samples.map(({ memory }) => memory).toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0
}

export function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()

  const { heapUsed, external } = process.memoryUsage()

  return heapUsed + external
}
