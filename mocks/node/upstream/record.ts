import { existsSync } from 'node:fs'
import { Har } from '../../control/journal/har.ts'
import { summaryLines } from '../../import/summary.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import { crawl } from '../../upstream/crawl.ts'
import { inSlices } from '../../model/shared/slices.ts'
import { recordedArchive } from '../../upstream/recorder.ts'
import { Scrubber } from '../../upstream/scrub.ts'
import type { Target } from '../../upstream/target.ts'
import type { OptionValues } from '../command-line/arguments.ts'
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
    const recording = new Recording(await openRecorder(target), new Scrubber(scrubRules), given)

    await recording.resume()
    if (given['crawl'] === true) {
      await recording.crawl(target)

      return (await recording.save()) ? 0 : 1
    }

    const print = requestPrinter({ quiet: false, json: false }, process.stdout)
    const service = serviceFor(recording.sandboxes, print)
    const server = await serve(service, undefined, { port: numberIn(given, 'port', 4010, 0) })

    process.stdout.write(
      `\n  Base URL  ${server.url}\n  Target    ${target.name} answers everything, and is recorded\n  Stop with Ctrl-C, which writes the recording\n\n`,
    )
    stopOnSignal(async () => {
      await server.close()
      await recording.save()
    })

    return undefined
  },
}

/** A recording, and the files that it is written to. */
class Recording {
  readonly sandboxes: Sandboxes
  readonly #sandbox: Sandbox
  readonly #scrubber: Scrubber
  readonly #given: OptionValues
  readonly #name: string
  #earlier: Har['log']['entries'] = []

  constructor(sandboxes: Sandboxes, scrubber: Scrubber, given: OptionValues) {
    this.sandboxes = sandboxes
    this.#sandbox = sandboxes.default
    this.#scrubber = scrubber
    this.#given = given
    this.#name = String(given['out'] ?? 'recorded')
  }

  /** Continues the archive that an earlier run wrote. @throws {UsageError} when it can't be continued or written */
  async resume(): Promise<void> {
    const file = `${this.#name}.har`

    if (this.#given['dryRun'] !== true) await checkOutputFile(file)
    if (!existsSync(file)) return

    const { data } = Har.safeParse(await jsonFile(file))

    if (!data) throw new UsageError(`${file} is not a recording of this command. Name others: --out <name>.`)
    this.#earlier = data.log.entries
    this.#scrubber.used = data.log.entries.length
    process.stderr.write(`Continuing ${file} with its ${data.log.entries.length} exchanges.\n`)
  }

  /** Reads what earlier runs have not read yet. */
  async crawl(target: Target): Promise<void> {
    const known = new Map(
      this.#earlier
        .filter(({ request, response }) => request.method === 'GET' && response.status === 200)
        .map(({ request, response }) => [
          new URL(request.url).pathname + new URL(request.url).search,
          response,
        ]),
    )
    const reader = new TargetReader(this.sandboxes, target, numberIn(this.#given, 'rate', 5))
    const resumed = (path: string) => {
      const text = known.get(path)?.content.text

      return text === undefined ? reader.read(path) : Promise.resolve<unknown>(JSON.parse(text))
    }

    try {
      await crawl(resumed, numberIn(this.#given, 'perDefinition', 20))
    } catch (error) {
      // What was read so far is kept, and the next run continues with it.
      if (reader.requests > 1) await this.save()
      throw error
    }
    reader.finish()
  }

  /** Writes the archive, and the data in it. @returns whether there is data */
  async save(): Promise<boolean> {
    const har = await inSlices(recordedArchive(this.#sandbox, this.#scrubber, this.#earlier))
    const isDryRun = this.#given['dryRun'] === true
    const [archive, data] = [`${this.#name}.har`, `${this.#name}.json`]
    const lines = [
      `${har.log.entries.length} exchanges.`,
      ...this.#scrubber.lines.map((line) => `Scrubbed: ${line}.`),
    ]

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
}
