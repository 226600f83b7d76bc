import { buildSandbox } from '../../../local/build-sandbox.ts'
import type { Har } from '../../../data/model/exchanges/har.ts'
import { parseErrorBody } from '../../../client/client.ts'
import { LocalConnection } from '../../../local/local-connection.ts'
import { dataFileText, type ImportSummary } from '../../../data/model/data-file/data-file.ts'
import { Sandboxes } from '../../../sandbox/sandboxes.ts'
import { polite, type Read } from '../../../service/upstream/crawl.ts'
import { recordingLimits, recordingRule } from '../../../service/upstream/recording.ts'
import { Target } from '../../../service/upstream/target.ts'
import { addFaults } from '../../../sandbox/faults/fault-set.ts'
import {
  UsageError,
  flagOf,
  option,
  type Option,
  readArguments,
  type OptionValues,
} from '../command-line/arguments.ts'
import { readFile } from 'node:fs/promises'
import { hasCode, messageOf } from '../../../data/model/shared/errors.ts'
import { readJson } from '../../../data/model/shared/read-json.ts'
import { SandboxSettings } from '../../../sandbox/sandbox-settings.ts'
import { defaultScrubRules, ScrubRules } from '../../../service/upstream/scrub.ts'
import { sendRequest } from '../send-request.ts'

/** The options of the commands that read from a real service. */
export const targetOptions: readonly Option[] = [
  option('target', { value: '<base URL>', help: 'the real service' }),
  option('targetToken', { value: '<token>', env: 'TARGET_TOKEN', help: 'access token for the target' }),
  option('perDefinition', {
    value: '<number>',
    isNumber: true,
    defaultText: '20',
    help: 'how many entities of each definition to read',
  }),
  option('rate', {
    value: '<number>',
    isNumber: true,
    defaultText: '5',
    help: 'how many requests per second to send at most',
  }),
  option('scrub', {
    value: '<file>',
    help: 'rules of what to replace, instead of the built-in ones',
  }),
]

/** What the arguments of such a command say. @throws {UsageError} when the target or the rules are missing or invalid */
export async function readTargetArguments(
  argv: readonly string[],
  options: readonly Option[],
  sendsCredentials = false,
): Promise<{ given: OptionValues; target: Target; scrubRules: ScrubRules }> {
  const given = readArguments(argv, options, 0).options
  const { target, targetToken: token, scrub } = given
  const { data: url, error } = SandboxSettings.shape.target.safeParse(target)

  if (url === undefined) {
    throw new UsageError(
      `--target: ${error?.issues[0]?.message ?? 'Name the real service: --target https://real.example.'}`,
    )
  }

  return {
    given,
    target: new Target({
      url,
      token: token === undefined ? undefined : String(token),
      sendsCredentials,
      send: sendRequest,
    }),
    scrubRules: await scrubRulesIn(scrub),
  }
}

/** A number of at least `min`. @throws {UsageError} when it is another value */
export function numberIn(options: OptionValues, name: string, defaultValue: number, min = 1): number {
  const value = options[name] ?? defaultValue

  if (typeof value === 'number' && value >= min) return value
  throw new UsageError(`${flagOf(name)}: Expected a number from ${min}.`)
}

/** The rules in a file, or those that hold without one. @throws {UsageError} when the file is not valid */
async function scrubRulesIn(file: OptionValues[string] | undefined): Promise<ScrubRules> {
  if (file === undefined) return defaultScrubRules

  const { data, error } = ScrubRules.safeParse(await jsonFile(String(file)))

  if (data) return data
  throw new UsageError(
    `--scrub: ${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ')}`,
  )
}

/** The JSON in a file. @throws {UsageError} when it can't be read */
export async function jsonFile(file: string): Promise<unknown> {
  try {
    return readJson(await readFile(file, 'utf8'))
  } catch (error) {
    throw new UsageError(
      `${file} can't be read: ${hasCode(error, 'ENOENT') ? 'there is no such file' : messageOf(error)}.`,
    )
  }
}

/** The base of links while nothing is served. */
export const localBase = 'http://localhost'

/** Sandboxes without data of their own, in front of a target. */
export async function openRecorder(target: Target): Promise<Sandboxes> {
  const sandbox = await buildSandbox({ entities: 0, target: target.name, ...recordingLimits })
  const sandboxes = new Sandboxes(sandbox)

  sandbox.change((draft) => addFaults(draft, [recordingRule]))
  sandboxes.upstream = target

  return sandboxes
}

/** Reads from a target through a recorder, politely, and shows how far it is. */
export class TargetReader {
  requests = 0
  readonly read: Read
  #failures = 0

  constructor(recorder: Sandboxes, target: Target, rate: number) {
    const connection = new LocalConnection(recorder.default, localBase)

    connection.service.sandboxes.upstream = target
    this.read = polite(async (path) => {
      const response = await connection.fetch(path)
      const { status, ok, headers } = response

      this.requests += 1
      if (!ok) this.#failures += 1
      if (process.stderr.isTTY) process.stderr.write(`\r${this.#progress}`)
      // One slow answer does not end the whole run.
      const hasOnlyFailed = this.#failures === this.requests
      const location = headers.get('location')

      if (location !== null && hasOnlyFailed) {
        throw new UsageError(
          `${target.name} redirects GET ${path} to ${location}. Name that server as the target.`,
        )
      }
      if (status === 401 || (status === 502 && hasOnlyFailed)) {
        const { lines } = parseErrorBody(await response.text())

        const hint = status === 401 ? ' Pass its access token: --target-token, or TARGET_TOKEN.' : ''

        throw new UsageError(`${target.name} refused GET ${path} (${status}): ${lines.join(' ')}${hint}`)
      }

      return {
        status,
        retryAfter: headers.get('retry-after') ?? undefined,
        value: await response.json().catch(() => undefined),
      }
    }, rate)
  }

  finish(): void {
    process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${this.#progress}\n`)
  }

  get #progress(): string {
    return `${this.requests} requests, ${this.#failures} failed`
  }
}

/** The world in a recording: a data file, and what of it was imported. @throws {InvalidRequest} when there is none */
export async function dataFileIn(har: Har): Promise<{ text: Iterable<string>; imported: ImportSummary }> {
  const { imported, state } = await buildSandbox({ data: har, seed: 1 })

  return {
    text: dataFileText(state.data, state.control),
    imported: imported ?? { imported: {}, changed: [], skipped: [] },
  }
}
