import { exchangesIn, type Har } from '../../../data/model/exchanges/har.ts'
import { summaryLines } from '../../../data/import/import-summary.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { crawl } from '../../../service/upstream/crawl.ts'
import { inSlices, runSync } from '../../../data/model/shared/slices.ts'
import { recordedArchive, recordingLimits } from '../../../service/upstream/recording.ts'
import { Scrubber } from '../../../service/upstream/scrub.ts'
import { option, UsageError, type CliCommand } from '../command-line/arguments.ts'
import { checkOutputFile, writeOutputFile } from '../command-line/output.ts'
import { serve } from '../serve.ts'
import { serviceFor, throwDescribed } from '../commands/open-server.ts'
import { requestPrinter } from '../commands/request-log.ts'
import { stopOnSignal } from '../commands/start.ts'
import {
  openRecorder,
  TargetReader,
  dataFileIn,
  numberIn,
  readTargetArguments,
  targetOptions,
  localBase,
} from './target-reader.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { LocalConnection } from '../../../local/local-connection.ts'
import { archiveOf } from '../../../sandbox/journal/har-export.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import {
  checkContract,
  compareWithRecording,
  driftLines,
  Findings,
  isGone,
  type Finding,
  type RecordedService,
} from '../../../service/upstream/compare-records.ts'

const recordOptions = [
  ...targetOptions,
  option('out', {
    value: '<name>',
    defaultText: 'recorded',
    help: 'what to write: NAME.json and NAME.har',
  }),
  option('port', {
    value: '<number>',
    short: 'p',
    isNumber: true,
    env: 'PORT',
    defaultText: '4010',
    help: 'port to listen on, in front of the real service',
  }),
  option('crawl', {
    help: 'read definitions, lists and entities by itself, then exit',
  }),
]

export const record: CliCommand = {
  name: 'record',
  forms: { 'record --target <url>': 'make a data file of what a real service returns' },
  options: recordOptions,
  async run(argv) {
    const { given, target, scrubRules } = await readTargetArguments(argv, recordOptions, true)
    const name = String(given['out'] ?? 'recorded')
    const sandboxes = await openRecorder(target)
    const scrubber = new Scrubber(scrubRules)
    const save = async () => {
      const har = await inSlices(recordedArchive(sandboxes.default, scrubber))

      return write(har, scrubber.lines, name)
    }

    await checkOutputFile(`${name}.har`)
    if (given['crawl'] === true) {
      const reader = new TargetReader(sandboxes, target, numberIn(given, 'rate', 5))

      try {
        await crawl(reader.read, numberIn(given, 'perDefinition', 20))
      } catch (error) {
        // What was read so far is kept.
        if (reader.requests > 1) await save()
        throw error
      }
      reader.finish()

      return (await save()) ? 0 : 1
    }

    const print = requestPrinter({ quiet: false, json: false }, process.stdout)
    const server = await serve(serviceFor(sandboxes, print), {
      port: numberIn(given, 'port', 4010, 0),
    })

    process.stdout.write(
      `\n  Base URL  ${server.url}\n  Target    ${target.name} answers everything, and is recorded\n  Stop with Ctrl-C, which writes the recording\n\n`,
    )
    stopOnSignal(async () => {
      await server.close()
      await save()
    })

    return undefined
  },
}

/** Writes the archive, and the data in it. @returns whether there is data */
async function write(har: Har, scrubbed: readonly string[], name: string): Promise<boolean> {
  const [archive, data] = [`${name}.har`, `${name}.json`]
  const lines = [`${har.log.entries.length} exchanges.`, ...scrubbed.map((line) => `Scrubbed: ${line}.`)]

  await writeOutputFile(archive, JSON.stringify(har))

  const world = await dataFileIn(har).catch((error: unknown) => {
    if (!(error instanceof InvalidRequest)) throw error
    lines.push(`There is no data in what was recorded. ${error.message}`)

    return undefined
  })

  if (world) {
    await writeOutputFile(data, world.text)
    lines.push(...summaryLines(world.imported), `Wrote ${data} and ${archive}: entity-sandbox --data ${data}`)
  } else lines.push(`Wrote ${archive}.`)
  process.stdout.write(`${lines.join('\n')}\n`)

  return world !== undefined
}

const driftOptions = [
  ...targetOptions,
  option('data', { value: '<file>', help: 'the recorded world to compare with' }),
  option('json', { help: 'print the differences as JSON' }),
  option('update', { value: '<file>', help: 'write the world as the target has it now' }),
]

export const drift: CliCommand = {
  name: 'drift',
  forms: { 'drift --target <url>': 'list where a real service leaves the contract or a recorded world' },
  options: driftOptions,
  async run(argv) {
    const { given, target, scrubRules } = await readTargetArguments(argv, driftOptions)
    const world = given['data'] === undefined ? undefined : await openWorld(String(given['data']))

    if (given['update'] !== undefined && !world)
      throw new UsageError('--update needs the world: --data <file>.')

    if (given['update'] !== undefined) await checkOutputFile(String(given['update']))

    const recorder = await openRecorder(target)
    const reader = new TargetReader(recorder, target, numberIn(given, 'rate', 5))
    const seen = new Set<string>()
    const read = (path: string) => {
      seen.add(path)

      return reader.read(path)
    }

    await crawl(read, numberIn(given, 'perDefinition', 20))
    // What a list no longer has may be gone, or only missing there.
    for (const path of world ? ownPaths(world.sandbox) : []) if (!seen.has(path)) await read(path)
    reader.finish()

    const har = await inSlices(recordedArchive(recorder.default, new Scrubber(scrubRules)))
    const findings = await findingsIn(recorder.default, har, world && { ask: asking(world), scrubRules })

    const lines = given['json']
      ? [JSON.stringify({ target: target.name, requests: reader.requests, findings }, null, 2)]
      : driftLines(target.name, reader.requests, findings)

    process.stdout.write(`${lines.join('\n')}\n`)
    if (!world || given['update'] === undefined) return findings.length === 0 ? 0 : 1

    await update(world, har, String(given['update']))

    // The world is as the target has it now; what else is wrong stays.
    return findings.every(({ kind }) => kind === 'world') ? 0 : 1
  },
}

async function openWorld(data: string): Promise<LocalConnection> {
  const sandbox = await buildSandbox({ data, ...recordingLimits }).catch(throwDescribed)

  return new LocalConnection(sandbox, localBase)
}

function asking(world: LocalConnection): RecordedService['ask'] {
  return async (path) => {
    const response = await world.fetch(path)

    return { status: response.status, value: await response.json().catch(() => undefined) }
  }
}

/** The definitions and option lists of a world, without those that every sandbox has. */
function ownPaths({ data }: Sandbox): string[] {
  const definitions = [...data.definitions.all()].filter((definition) => !definition.is_system_owned)
  const used = JSON.stringify(definitions)
  const lists = [...data.optionLists.all()].filter(({ name }) => used.includes(`"${name}"`))

  return [
    ...definitions.map(({ name }) => `/api/entitydefinitions/${encodeURIComponent(name)}`),
    ...lists.map(({ name }) => `/api/datasources/${encodeURIComponent(name)}`),
  ]
}

async function findingsIn(
  { journal }: Sandbox,
  har: Har,
  world: RecordedService | undefined,
): Promise<Finding[]> {
  // Loaded only here, as it takes a while.
  const { ContractCheck } = await import('../../../service/control/contract/contract-check.ts')
  const { service } = new LocalConnection(await buildSandbox({ entities: 0 }), localBase)
  const check = new ContractCheck(service)
  const findings = new Findings()

  for (const exchange of runSync(exchangesIn(har))) {
    const route = service.router.routeFor(exchange.method, exchange.path)

    if (route) checkContract(exchange, route.path, check, findings)
    if (world) await compareWithRecording(exchange, world, findings)
  }
  for (const { path, upstream } of journal.entries()) {
    if (upstream?.failure) findings.add('failure', upstream.failure, `GET ${path}`)
  }

  return findings.list
}

/** Writes a recording of the world, and after it what the target answered. */
async function update(world: LocalConnection, har: Har, file: string): Promise<void> {
  await crawl(async (path) => (await asking(world)(path)).value, Infinity)

  const gone = new Set(
    runSync(exchangesIn(har))
      .filter(isGone)
      .map(({ path }) => path),
  )
  const { entities } = world.sandbox.data
  const goneEntities = [...entities.all()].filter(({ definition }) =>
    gone.has(`/api/entitydefinitions/${encodeURIComponent(definition)}`),
  )

  for (const path of [...goneEntities.map(({ id }) => `/api/entities/${id}`), ...gone]) {
    await world.fetch(path, { method: 'DELETE' })
  }

  const before = await inSlices(archiveOf(world.sandbox.journal.entries()))
  const { text, imported } = await dataFileIn({
    log: { ...har.log, entries: [...before.log.entries, ...har.log.entries] },
  })

  await writeOutputFile(file, text)
  process.stderr.write(`${summaryLines(imported).join('\n')}\nWrote ${file}.\n`)
}
