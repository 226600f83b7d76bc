/**
 * `npm run bench:peers`: compares our server with other mock servers, at 1,000 entities. json-server and Prism are installed
 * into a separate folder, which is removed afterwards.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { messageOf } from '../mocks/data/model/shared/errors.ts'
import { load, type LoadRequest } from './load.ts'
import { median, root, ServerProcess } from './processes.ts'
import { copyEntities, createRandom } from './entities.ts'

const rounds = 3
const peers = { 'json-server': '0.17.4', '@stoplight/prism-cli': '5.14.2' }
const folder = await mkdtemp(join(tmpdir(), 'bench-peers-'))

try {
  const packages = Object.entries(peers).map(([name, version]) => `${name}@${version}`)

  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages], {
    stdio: 'inherit',
  })
  await compare()
} finally {
  await rm(folder, { recursive: true })
}

async function compare(): Promise<void> {
  const file = join(folder, 'entities')
  await using ours = await ServerProcess.start((port) => [
    resolve(root, 'dist/doors/node/bin.js'),
    '--quiet',
    '--port',
    port,
  ])
  const { ids, assets } = await copyEntities(ours, file)
  const lines = (await readFile(file, 'utf8')).split('\n')
  const database = join(folder, 'db.json')
  const contract = join(folder, 'openapi.json')

  await writeFile(database, `{"entities":[${lines.join()}]}`)
  await writeFile(contract, JSON.stringify(contractFor(JSON.parse(lines[0] ?? '{}'))))

  await using jsonServer = await start('json-server/lib/cli/bin.js', (port) => [
    '--quiet',
    '--port',
    port,
    database,
  ])
  await using prism = await start('@stoplight/prism-cli/dist/index.js', (port) => [
    'mock',
    '--port',
    port,
    contract,
  ])
  await using msw = await ServerProcess.start((port) => [resolve(root, 'bench/msw-server.mjs'), port, file])
  const draw = createRandom(7)
  const id = () => ids[draw(ids.length)]
  const body = lines
    .find((line) => line.startsWith(`{"id":${assets[0]},`))
    ?.replace(/^\{"id":\d+,"identifier":"[^"]*",/, '{')
  const post = (path: string): LoadRequest => ({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json' },
    body: body ?? '{}',
  })
  const asset = JSON.stringify({
    entitydefinition: { href: '/api/entitydefinitions/M.Asset' },
    properties: { Title: 'Harbour', FileName: 'a.jpg', Media: { identifier: 'image' } },
  })
  const query = "/api/entities/query?query=Definition.Name=='M.Asset'&take=25&skip="
  const skip = () => draw(Math.max(1, assets.length - 25))
  const cases: Readonly<
    Record<string, readonly [ourRequest: () => LoadRequest, peerRequest: () => LoadRequest]>
  > = {
    'GET by id, random': [() => ({ path: `/api/entities/${id()}` }), () => ({ path: `/entities/${id()}` })],
    'page of 25': [
      () => ({ path: `${query}${skip()}` }),
      () => ({ path: `/entities?_start=${skip()}&_limit=25` }),
    ],
    POST: [() => ({ ...post('/api/entities'), body: asset }), () => post('/entities')],
  }

  console.log('CPU time of the server for a request, as a multiple of ours')
  for (const [name, [ourRequest, peerRequest]] of Object.entries(cases)) {
    const costs = new Map<string, number[]>()

    for (let round = 0; round <= rounds; round++) {
      for (const [server, target] of Object.entries({
        ours,
        'json-server': jsonServer,
        Prism: prism,
        msw,
      })) {
        const cost = await costOf(target, server === 'ours' ? ourRequest : peerRequest)

        if (round > 0 && cost !== undefined) costs.set(server, [...(costs.get(server) ?? []), cost])
      }
    }

    const base = median(costs.get('ours') ?? [])
    const multiples = Array.from(costs, ([server, each]) => `${server} ${(median(each) / base).toFixed(1)}`)

    console.log(`${name.padEnd(20)} ${base.toFixed(0)} µs; ${multiples.slice(1).join(', ')}`)
  }
}

/** Microseconds per successful request, undefined if there was none: json-server fails some concurrent writes. */
async function costOf(server: ServerProcess, next: () => LoadRequest): Promise<number | undefined> {
  try {
    return (await load(server, next, { duration: 1 }, false)).cpu
  } catch (error) {
    console.error(messageOf(error))

    return undefined
  }
}

function start(command: string, args: (port: string) => readonly string[]): Promise<ServerProcess> {
  return ServerProcess.start((port) => [join(folder, 'node_modules', command), ...args(port)])
}

/** A contract with an example for each response, which is what Prism returns. */
function contractFor(example: unknown): unknown {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

  return {
    openapi: '3.0.3',
    info: { title: 'Entities', version: '1' },
    paths: {
      '/entities': {
        get: responses(
          '200',
          Array.from({ length: 25 }, () => example),
        ),
        // Prism rejects bodies that the contract does not declare.
        post: {
          requestBody: { content: { 'application/json': { schema: {} } } },
          ...responses('201', example),
        },
      },
      '/entities/{id}': { get: { parameters: [id], ...responses('200', example) } },
    },
  }
}

function responses(status: string, example: unknown): object {
  return { responses: { [status]: { description: '', content: { 'application/json': { example } } } } }
}
