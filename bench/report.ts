import manifest from '../package.json' with { type: 'json' }
import type { Measured } from './load.ts'
import { median } from './processes.ts'
import type { Others } from './singles.ts'

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
  readonly others: Others
  /** MiB. */
  readonly memory: { readonly atStart: Servers<number>; readonly after: Servers<number> }
  /** CPU time until the first answer, in milliseconds. */
  readonly start: Servers<number> & { readonly empty: number }
}

/** Everything measured, as the page of the documentation. */
export function report(
  results: readonly SizeResult[],
  about: { rounds: number; machine: string; cores: number },
): string {
  return `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: version ${manifest.version}, Node ${process.version}, ${about.cores} cores of ${about.machine}.

The built server with default options, beside a \`node:http\` server written by hand over a \`Map\` of the same entities with \`JSON.stringify\` for each
request ("map"), and one that sends a constant ("constant"). What is compared is the CPU time of the server for a request, from 16 connections,
in interleaved rounds: other work on the machine changes it little. A ratio is the map server's time divided by ours: 2 is twice as fast. Medians of
${about.rounds} rounds, with the smallest and the largest.

${results.map(section).join('\n')}
${growth(results)}`
}

function section({ size, cases, memory, start, others }: SizeResult): string {
  const name = size.toLocaleString('en')
  const limit =
    size > 10_000 ? { of: 'map', time: start.map } : { of: 'an empty node:http server', time: start.empty }
  const lines = cases.map(({ name: what, goal, measured }) => {
    const ratios = measured.ours.map(({ cpu }, round) => (measured.map[round]?.cpu ?? 0) / cpu)
    const [ours, map, constant] = [measured.ours, measured.map, measured.constant].map((all) =>
      median(all.map(({ cpu }) => cpu)),
    )

    return row([
      what,
      micro(constant),
      micro(map),
      micro(ours),
      `${twoDigits(median(ratios))} (${twoDigits(Math.min(...ratios))} to ${twoDigits(Math.max(...ratios))})`,
      `>= ${goal}`,
      median(ratios) >= goal ? 'yes' : '**no**',
      `${median(measured.map.map(({ p99 }) => p99))} / ${median(measured.ours.map(({ p99 }) => p99))} ms`,
    ])
  })

  return `## ${name} entities

${row(['work', 'constant', 'map', 'ours', 'ratio to map', 'goal', 'met', 'p99 map / ours'])}
${row(Array.from({ length: 8 }, () => '---'))}
${lines.join('\n')}

| | measured | goal | met |
| --- | --- | --- | --- |
${verdict(`first answer, CPU time of all threads, as a multiple of ${limit.of}`, start.ours / limit.time, 3, `${Math.round(start.ours)} / ${Math.round(limit.time)} ms`)}
${verdict('memory after the start, as a multiple of map', memory.atStart.ours / memory.atStart.map, size > 10_000 ? 0.6 : undefined, `${Math.round(memory.atStart.ours)} / ${Math.round(memory.atStart.map)} MiB`)}
${verdict('memory after all this, as a multiple of map', memory.after.ours / memory.after.map, size > 10_000 ? 0.6 : undefined, `${Math.round(memory.after.ours)} / ${Math.round(memory.after.map)} MiB`)}
${verdict('copy of an entity with 10 related ones, in POSTs of an asset', others.copy / others.post, 15, `${micro(others.copy)} / ${micro(others.post)}`)}
`
}

/** What should not depend on the size. */
function growth(results: readonly SizeResult[]): string {
  const [first, last] = [results[0], results.at(-1)]

  if (!first || !last || first === last) return ''

  return `## From ${first.size.toLocaleString('en')} to ${last.size.toLocaleString('en')}

| | measured | goal | met |
| --- | --- | --- | --- |
${verdict('full-text search of three words, as a multiple', last.others.search / first.others.search, 3, `${micro(last.others.search)} / ${micro(first.others.search)}`)}
`
}

function verdict(what: string, ratio: number, most: number | undefined, figures: string): string {
  const met = ratio <= (most ?? Infinity) ? 'yes' : '**no**'

  return row([
    what,
    `${twoDigits(ratio)} (${figures})`,
    most === undefined ? '' : `<= ${most}`,
    most === undefined ? '' : met,
  ])
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function micro(time = 0): string {
  return `${time < 100 ? time.toFixed(1) : Math.round(time).toLocaleString('en')} µs`
}

function twoDigits(value: number): string {
  return value.toPrecision(value < 0.1 ? 1 : 2)
}
