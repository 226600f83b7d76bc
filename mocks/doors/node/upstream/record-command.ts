import type { Har } from '../../../data/model/exchanges/har.ts'
import { summaryLines } from '../../../data/import/import-summary.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { crawl } from '../../../service/upstream/crawl.ts'
import { inSlices } from '../../../data/model/shared/slices.ts'
import { recordedArchive } from '../../../service/upstream/recording.ts'
import { Scrubber } from '../../../service/upstream/scrub.ts'
import { option, type CliCommand } from '../command-line/option.ts'
import { checkOutputFile, writeOutputFile } from '../command-line/output.ts'
import { serve } from '../serve.ts'
import { serviceFor } from '../commands/open-server.ts'
import { requestPrinter } from '../commands/request-log.ts'
import { stopOnSignal } from '../commands/start.ts'
import {
  openRecorder,
  TargetReader,
  dataFileIn,
  numberIn,
  readTargetArguments,
  targetOptions,
} from './target-reader.ts'

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
]

export const record: CliCommand = {
  name: 'record',
  forms: { 'record --target <url>': 'make a data file of what a real service returns' },
  options,
  async run(argv) {
    const { given, target, scrubRules } = await readTargetArguments(argv, options, true)
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
