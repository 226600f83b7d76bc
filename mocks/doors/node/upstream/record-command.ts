import { existsSync } from 'node:fs'
import { exchangesOf } from '../../../data/import/sources/source.ts'
import type { Exchange } from '../../../data/model/exchanges/exchange.ts'
import type { Har } from '../../../data/model/exchanges/har.ts'
import { summaryLines } from '../../../data/import/import-summary.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { crawl, type Read } from '../../../service/upstream/crawl.ts'
import { inSlices } from '../../../data/model/shared/slices.ts'
import { recordedArchive } from '../../../service/upstream/recording.ts'
import { Scrubber } from '../../../service/upstream/scrub.ts'
import { UsageError, option, type CliCommand } from '../command-line/option.ts'
import { checkOutputFile, writeOutputFile } from '../command-line/output.ts'
import { serve } from '../serve.ts'
import { serviceFor } from '../commands/open-server.ts'
import { requestPrinter } from '../commands/request-log.ts'
import { stopOnSignal } from '../commands/start.ts'
import { openRecorder, TargetReader, dataFileIn } from './target-reader.ts'
import { numberIn, readTargetArguments, targetOptions } from './target-options.ts'

const options = [
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
  option('dryRun', { help: 'list what would be kept, and write nothing' }),
]

export const record: CliCommand = {
  name: 'record',
  forms: { 'record --target <url>': 'make a data file of what a real service returns' },
  options,
  async run(argv) {
    const { given, target, scrubRules } = await readTargetArguments(argv, options, true)
    const name = String(given['out'] ?? 'recorded')
    const isDryRun = given['dryRun'] === true
    const sandboxes = await openRecorder(target)
    const scrubber = new Scrubber(scrubRules)
    const earlier = await earlierExchanges(`${name}.har`, isDryRun)
    const save = async () => {
      const har = await inSlices(recordedArchive(sandboxes.default, scrubber, earlier))

      return write(har, scrubber.lines, name, isDryRun)
    }

    scrubber.used = earlier.length
    if (given['crawl'] === true) {
      const reader = new TargetReader(sandboxes, target, numberIn(given, 'rate', 5))

      try {
        await crawl(continued(earlier, reader), numberIn(given, 'perDefinition', 20))
      } catch (error) {
        // What was read so far is kept, and the next run continues with it.
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

/** The exchanges of an earlier run, if any. @throws {UsageError} when its archive can't be continued or written */
async function earlierExchanges(file: string, isDryRun: boolean): Promise<readonly Exchange[]> {
  if (!isDryRun) await checkOutputFile(file)
  if (!existsSync(file)) return []

  try {
    const exchanges = await exchangesOf(file, 'out')

    process.stderr.write(`Continuing ${file} with its ${exchanges.length} exchanges.\n`)

    return exchanges
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    throw new UsageError(`${file} is not a recording of this command. Name others: --out <name>.`)
  }
}

/** Reads what earlier runs have not read yet. */
function continued(earlier: readonly Exchange[], reader: TargetReader): Read {
  const known = new Map(
    earlier
      .filter(({ method, status }) => method === 'GET' && status === 200)
      .map((exchange) => [`${exchange.path}?${exchange.search}`, exchange.responseJson()]),
  )

  return async (path) => known.get(path.includes('?') ? path : `${path}?`) ?? reader.read(path)
}

/** Writes the archive, and the data in it. @returns whether there is data */
async function write(
  har: Har,
  scrubbed: readonly string[],
  name: string,
  isDryRun: boolean,
): Promise<boolean> {
  const [archive, data] = [`${name}.har`, `${name}.json`]
  const lines = [`${har.log.entries.length} exchanges.`, ...scrubbed.map((line) => `Scrubbed: ${line}.`)]

  if (!isDryRun) await writeOutputFile(archive, JSON.stringify(har))

  const world = await dataFileIn(har).catch((error: unknown) => {
    if (!(error instanceof InvalidRequest)) throw error
    lines.push(`There is no data in what was recorded. ${error.message}`)

    return undefined
  })

  if (world) lines.push(...summaryLines(world.imported))
  if (isDryRun) lines.push('Nothing was written.')
  else if (world) {
    await writeOutputFile(data, world.text)
    lines.push(`Wrote ${data} and ${archive}: entity-sandbox --data ${data}`)
  } else lines.push(`Wrote ${archive}.`)
  process.stdout.write(`${lines.join('\n')}\n`)

  return world !== undefined
}
