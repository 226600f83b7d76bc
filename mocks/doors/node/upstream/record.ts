import { existsSync } from 'node:fs'
import { Har } from '../../../service/control/journal/har.ts'
import { summaryLines } from '../../../data/import/summary.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { crawl, type Read } from '../../../service/upstream/crawl.ts'
import { inSlices } from '../../../data/model/shared/slices.ts'
import { recordedArchive } from '../../../service/upstream/recorder.ts'
import { Scrubber } from '../../../service/upstream/scrub.ts'
import { UsageError, option, type CliCommand } from '../command-line/option.ts'
import { checkOutputFile, writeOutputFile } from '../command-line/output-file.ts'
import { serve } from '../serve.ts'
import { serviceFor } from '../commands/open-server.ts'
import { requestPrinter } from '../commands/request-log.ts'
import { stopOnSignal } from '../commands/start.ts'
import { openRecorder, TargetReader, worldIn } from './target-reader.ts'
import { jsonFile, numberIn, readTargetArguments, targetOptions } from './target-options.ts'

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
    const earlier = await earlierEntries(`${name}.har`, isDryRun)
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
    const server = await serve(serviceFor(sandboxes, print), undefined, {
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

type Entries = Har['log']['entries']

/** The archive that an earlier run wrote, if any. @throws {UsageError} when it can't be continued or written */
async function earlierEntries(file: string, isDryRun: boolean): Promise<Entries> {
  if (!isDryRun) await checkOutputFile(file)
  if (!existsSync(file)) return []

  const { data } = Har.safeParse(await jsonFile(file))

  if (!data) throw new UsageError(`${file} is not a recording of this command. Name others: --out <name>.`)
  process.stderr.write(`Continuing ${file} with its ${data.log.entries.length} exchanges.\n`)

  return data.log.entries
}

/** Reads what earlier runs have not read yet. */
function continued(earlier: Entries, reader: TargetReader): Read {
  const known = new Map(
    earlier
      .filter(({ request, response }) => request.method === 'GET' && response.status === 200)
      .map(({ request, response }) => {
        const { pathname, search } = new URL(request.url)

        return [pathname + search, response.content.text] as const
      }),
  )

  return async (path) => {
    const text = known.get(path)

    return text === undefined ? reader.read(path) : JSON.parse(text)
  }
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

  const world = await worldIn(har).catch((error: unknown) => {
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
