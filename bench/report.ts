import manifest from '../package.json' with { type: 'json' }
import type { Step } from './forks.ts'
import type { Measured } from './load.ts'
import type { Pages } from './pages.ts'
import { median } from './processes.ts'
import type { SingleCosts } from './singles.ts'
import { whyMissed } from './why.ts'

type Servers<T> = { readonly ours: T; readonly map: T }

export interface CaseResult {
  readonly name: string
  readonly goal: number
  /** A measurement for each round. */
  readonly measured: Servers<readonly Measured[]> & { readonly constant: readonly Measured[] }
}

export interface SizeResult {
  readonly size: number
  readonly cases: readonly CaseResult[]
  readonly singles: SingleCosts
  /** MiB. */
  readonly memory: { readonly atStart: Servers<number>; readonly after: Servers<number> }
  /** Milliseconds until the first response. */
  readonly start: number
  /** Milliseconds. */
  readonly forks: Readonly<Record<Step, number>>
  /** Omitted in a smoke run. */
  readonly pages: Pages | undefined
}

/** The names of missed goals. */
const missed = new Set<string>()

/** The results as a page of the documentation. */
export function report(
  results: readonly SizeResult[],
  run: { rounds: number; machine: string; cores: number },
): string {
  return `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: version ${manifest.version}, Node ${process.version}, ${run.cores} cores of ${run.machine}.

The built server with default options, compared with a handwritten \`node:http\` server over a \`Map\` of the same entities with \`JSON.stringify\` for each
request ("map"), and one that sends a constant ("constant"). For GraphQL, "map" is a handwritten server with
graphql-js over Maps, which parses and validates a document once; it runs without \`NODE_ENV\`, as ours does, whose build leaves out what graphql-js checks
in development. The comparison is of the server's CPU time per request, from 16 connections,
in interleaved rounds: other work on the machine affects it little. A ratio is the map server's time divided by ours: 2 is twice as fast. Medians of
${run.rounds} rounds, with the smallest and the largest ratio.

Map encodes each list anew, 200 kB of text, into memory that the system has to provide: some 200 page faults a request, ours 3. Where these are slow, as on
some virtual machines, its lists take up to four times as long, and our ratios of lists grow with that.

${results.map(section).join('\n')}
${growth(results)}
${misses()}`
}

function misses(): string {
  const namesByReason = new Map<string, string[]>()

  for (const name of missed) {
    const reason = whyMissed(name) ?? 'not analysed yet.'

    namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), name])
  }
  const lines = Array.from(namesByReason, ([reason, names]) => `- **${names.join('; ')}**: ${reason}`)

  return lines.length === 0 ? '' : `## Missed goals, and why\n\n${lines.join('\n')}\n`
}

function metCell(name: string, isMet: boolean): string {
  if (!isMet) missed.add(name)

  return isMet ? 'yes' : '**no**'
}

/** The rows of the work that is repeated. */
export function caseRows(cases: readonly CaseResult[]): string {
  return cases
    .map(({ name: work, goal, measured }) => {
      const ratios = measured.ours.map(({ cpu }, round) => (measured.map[round]?.cpu ?? 0) / cpu)
      const [ours, map, constant] = [measured.ours, measured.map, measured.constant].map((rounds) =>
        median(rounds.map(({ cpu }) => cpu)),
      )

      return row([
        work,
        micro(constant),
        micro(map),
        micro(ours),
        `${twoDigits(median(ratios))} (${twoDigits(Math.min(...ratios))} to ${twoDigits(Math.max(...ratios))})`,
        `>= ${goal}`,
        metCell(work, median(ratios) >= goal),
        tailOf(measured),
      ])
    })
    .join('\n')
}

function section({ size, cases, memory, start, singles, forks, pages }: SizeResult): string {
  const name = size.toLocaleString('en')

  return `## ${name} entities

${row(['work', 'constant', 'map', 'ours', 'ratio to map', 'goal', 'met', 'p99 map / ours, goal <= 2 times map’s + 5'])}
${row(Array.from({ length: 8 }, () => '---'))}
${caseRows(cases)}

| | measured | goal | met |
| --- | --- | --- | --- |
${verdict('seconds until the first response', start / 1000, size > 10_000 ? 2 : 0.5, `${Math.round(start)} ms`)}
${verdict('memory after the start, as a multiple of map', memory.atStart.ours / memory.atStart.map, size > 10_000 ? 0.6 : undefined, `${Math.round(memory.atStart.ours)} / ${Math.round(memory.atStart.map)} MiB`)}
${verdict('memory after all requests, as a multiple of map', memory.after.ours / memory.after.map, 1, `${Math.round(memory.after.ours)} / ${Math.round(memory.after.map)} MiB`)}
${Object.entries(forks)
  .map(([step, time]) => verdict(step, time, 1, `${twoDigits(time)} ms`))
  .join('\n')}
${verdict('copy of an entity with 10 related ones, in POSTs of an asset', singles.copy / singles.post, 15, `${micro(singles.copy)} / ${micro(singles.post)}`)}
${pages ? pageRows(pages) : ''}`
}

function pageRows({ inTab, inTest, inWorker, frame }: Pages): string {
  return `${verdict('a request in a page, as a multiple of a constant response by a replaced `fetch`', inTab.ours / inTab.constant, 2, bothOf(inTab))}
${verdict('a test with its own sandbox, as a multiple of one with a constant `route.fulfill`', inTest.ours / inTest.constant, 1.1, bothOf(inTest))}
${verdict('the same, with its own sandbox on the server', inTest.onServer / inTest.constant, 1.1, bothOf({ ours: inTest.onServer, constant: inTest.constant }))}
${verdict('a worker’s first sandbox and the import of @playwright/test, as a multiple of that import', inWorker.ours / inWorker.constant, 2, bothOf(inWorker))}
${verdict('milliseconds of a frame (p95) while the list scrolls and 200 requests a second arrive', frame, 20, `${Math.round(frame)} ms`)}
`
}

function bothOf({ ours, constant }: Pages['inTab']): string {
  return `${twoDigits(ours)} / ${twoDigits(constant)} ms`
}

/** The p99 of response times, which should be at most twice map's and 5 ms. */
function tailOf({ map, ours }: CaseResult['measured']): string {
  const [mapTail, ourTail] = [median(map.map(({ p99 }) => p99)), median(ours.map(({ p99 }) => p99))]

  return `${mapTail} / ${ourTail} ms${ourTail <= 2 * mapTail + 5 ? '' : ` ${metCell('p99', false)}`}`
}

/** Times that should not depend on the size. */
function growth(results: readonly SizeResult[]): string {
  const [first, last] = [results[0], results.at(-1)]

  if (!first || !last || first === last) return ''

  return `## From ${first.size.toLocaleString('en')} to ${last.size.toLocaleString('en')}

| | measured | goal | met |
| --- | --- | --- | --- |
${verdict('full-text search of three words, as a multiple', last.singles.search / first.singles.search, 3, `${micro(last.singles.search)} / ${micro(first.singles.search)}`)}
`
}

function verdict(work: string, ratio: number, goal: number | undefined, figures: string): string {
  const met = goal === undefined ? '' : metCell(work, ratio <= goal)

  return row([work, `${twoDigits(ratio)} (${figures})`, goal === undefined ? '' : `<= ${goal}`, met])
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function micro(time = 0): string {
  return `${time < 100 ? time.toFixed(1) : Math.round(time).toLocaleString('en')} µs`
}

function twoDigits(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(value < 0.1 ? 1 : 2)
}
