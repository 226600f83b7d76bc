/**
 * `npm run bench`: compares the built server with handwritten servers, at 1,000 and at 100,000 entities, and writes
 * docs/internals/performance.md. With `--smoke` it only checks that the benchmarks work, with `--only=GraphQL` it shows the rows whose
 * work has this text in its name.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { messageOf } from '../mocks/data/model/shared/errors.ts'
import { casesFor, checkSameResults, graphqlCursors } from './cases.ts'
import { measureForks } from './forks.ts'
import { load, type Measured } from './load.ts'
import { measurePages } from './pages.ts'
import { median, root, ServerProcess } from './processes.ts'
import { caseRows, report, type CaseResult, type SizeResult } from './report.ts'
import { measureSingles } from './singles.ts'
import { copyEntities, copyRelated } from './entities.ts'

const isSmoke = process.argv.includes('--smoke')
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const plan = isSmoke
  ? { sizes: [300], rounds: 1, starts: 1, duration: 1, amount: 50, warmUp: 1 }
  : { sizes: [1000, 100_000], rounds: 4, starts: 5, duration: 1, amount: 2000, warmUp: 3 }

const folder = await mkdtemp(join(tmpdir(), 'bench-'))

try {
  const results: SizeResult[] = []

  for (const size of plan.sizes) {
    const result = await measureSize(size)

    if (result) results.push(result)
  }
  if (only === undefined) await write(results)
} finally {
  await rm(folder, { recursive: true })
}

async function write(results: readonly SizeResult[]): Promise<void> {
  const text = report(results, {
    rounds: plan.rounds,
    machine: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
  })

  console.log(text)
  if (!isSmoke) await writeFile(resolve(root, 'docs/internals/performance.md'), text)
}

/** Undefined if only some rows were requested, which it shows. */
async function measureSize(size: number): Promise<SizeResult | undefined> {
  const file = join(folder, String(size))
  await using ours = await startOurs(size)
  const ids = await copyEntities(ours, file)
  const cursors = await graphqlCursors(ours.url)

  await copyRelated(ours, `${file}-related`)
  await using map = await startServer('bare-server.mjs', 'map', file)
  await using constant = await startServer('bare-server.mjs', 'constant', file)
  await using graphql = await startServer('graphql-server.mjs', `${file}-related`)

  await checkSameResults(ours.url, graphql.url, cursors)
  const memoryAtStart = { ours: await memoryOf(ours), map: await memoryOf(map) }
  const etag = (await fetch(`${ours.url}/api/entities/${ids.assets[0]}`)).headers.get('etag') ?? ''
  const cases: CaseResult[] = []

  const all = casesFor(ids, { etag, cursors, amount: plan.amount })

  for (const each of all.filter(({ name }) => name.includes(only ?? ''))) {
    const rival = each.isGraphql ? graphql : map
    const extentOf = (times: number) =>
      isSmoke || each.amount !== undefined
        ? { amount: (each.amount ?? plan.amount) * times }
        : { duration: plan.duration * times }
    const measured = { ours: [] as Measured[], map: [] as Measured[], constant: [] as Measured[] }

    // Round 0 warms up the compiler of the engine, which a smoke run does not need.
    for (let round = isSmoke ? 1 : 0; round <= plan.rounds; round++) {
      const extent = extentOf(round === 0 ? plan.warmUp : 1)
      const results = {
        constant: await load(constant, () => each.next('constant'), extent),
        map: await load(rival, () => each.next('map'), extent),
        ours: await load(ours, () => each.next('ours'), extent),
      }

      if (round === 0) continue
      measured.constant.push(results.constant)
      measured.map.push(results.map)
      measured.ours.push(results.ours)
    }
    cases.push({ name: each.name, goal: each.goal, measured })
  }

  if (only !== undefined) {
    console.log(`${size} entities\n${caseRows(cases)}`)

    return undefined
  }

  return {
    size,
    cases,
    singles: await measureSingles(ours, ids),
    memory: { atStart: memoryAtStart, after: { ours: await memoryOf(ours), map: await memoryOf(map) } },
    start: await measureStarts(size),
    forks: await measureForks(size),
    pages: isSmoke || size !== plan.sizes.at(-1) ? undefined : await pagesOf(ours, size),
  }
}

/** Undefined if the browser fails: the other results are still useful. */
async function pagesOf(ours: ServerProcess, size: number): Promise<SizeResult['pages']> {
  try {
    return await measurePages(ours, size)
  } catch (error) {
    console.error(`The times in pages could not be measured: ${messageOf(error)}`)

    return undefined
  }
}

async function measureStarts(size: number): Promise<number> {
  const times: number[] = []
  const starts = size > 10_000 ? Math.min(2, plan.starts) : plan.starts

  for (let round = 0; round < starts; round++) {
    await using server = await startOurs(size)

    times.push(server.startTime)
  }

  return median(times)
}

function startOurs(size: number): Promise<ServerProcess> {
  const command = resolve(root, 'dist/doors/node/bin.js')

  return ServerProcess.start((port) => [command, '--quiet', '--port', port, '--entities', String(size)])
}

/** Starts a handwritten server of this folder. */
function startServer(script: string, ...args: string[]): Promise<ServerProcess> {
  return ServerProcess.start((port) => [resolve(root, 'bench', script), port, ...args])
}

async function memoryOf(server: ServerProcess): Promise<number> {
  return (await server.usage()).memory / 2 ** 20
}
