import { buildSandbox } from '../../../local/build-sandbox.ts'
import type { Har } from '../../../data/model/exchanges/har.ts'
import { parseErrorBody } from '../../../client/client.ts'
import { LocalConnection } from '../../../local/local-connection.ts'
import { dataFileText, type ImportSummary } from '../../../data/model/data-file/data-file.ts'
import { Sandboxes } from '../../../sandbox/sandboxes.ts'
import { polite, type Read } from '../../../service/upstream/crawl.ts'
import { recordingLimits, recordingRule } from '../../../service/upstream/recording.ts'
import type { Target } from '../../../service/upstream/target.ts'
import { addFaults } from '../../../sandbox/faults/faults.ts'
import { UsageError } from '../command-line/option.ts'

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

        throw new UsageError(`${target.name} refused GET ${path} (${status}): ${lines.join(' ')}`)
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
