import type { RecordedExchange } from '../../data/import/sources/recorded-exchange.ts'
import { createdPath, recordsAtBeginning } from '../../data/import/sources/recorded-records.ts'
import type { Imported } from '../../data/import/summary.ts'
import { inSlices } from '../../data/model/shared/slices.ts'
import { JournalEntry } from '../../sandbox/journal/journal-entry.ts'
import type { RecordedReply } from '../../sandbox/journal/recorded.ts'
import { redactForm, redactSecrets } from '../../sandbox/journal/secrets.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import {
  recordingSource,
  UpstreamFailure,
  type Upstream,
  type UpstreamRequest,
} from '../../sandbox/upstream.ts'
import { relinked, returnedHeaders } from './target.ts'
import { appendTo } from '../../data/model/shared/maps.ts'

/**
 * What a service answered, as an HTTP Archive has it. Requests are the same if method, path, parameters and body are, but
 * for secrets; of several, each gets the next response, and the last one from then on.
 */
export class Recording implements Upstream {
  readonly name: string
  readonly #exchanges: readonly RecordedExchange[]
  readonly #byRequest = new Map<string, RecordedExchange[]>()
  /** How many responses were given, by base and request: each sandbox has its own. */
  readonly #given = new Map<string, number>()

  constructor(exchanges: readonly RecordedExchange[], name: string) {
    this.name = name
    this.#exchanges = exchanges
    for (const exchange of exchanges) {
      if (exchange.requestBody === null) continue
      appendTo(this.#byRequest, keyOf(exchange, exchange.requestBody, exchange.base), exchange)
    }
  }

  async ask(request: UpstreamRequest): Promise<RecordedReply> {
    const { method, path, search, base, body } = request
    const key = keyOf(request, new TextDecoder().decode(body), base)
    // Browsers leave out some bodies of requests.
    const found = this.#byRequest.get(key) ?? this.#byRequest.get(keyOf(request, undefined, base))

    if (!found) {
      throw new UpstreamFailure(
        `${this.name} has no ${method} ${path}${search === '' ? '' : `?${redactForm(search)}`}${this.#hint(request)}`,
      )
    }

    const given = this.#given.get(`${base} ${key}`) ?? 0
    const exchange = found[Math.min(given, found.length - 1)]

    this.#given.set(`${base} ${key}`, given + 1)
    if (!exchange || exchange.isPartial) {
      throw new UpstreamFailure(`${this.name} has only a part of the response to ${method} ${path}.`)
    }

    const { status, headers, base: recordedBase } = exchange
    const type = headers['content-type']

    return {
      status,
      headers: returnedHeaders(Object.entries(headers), recordedBase, base),
      body:
        exchange.body && !bodilessStatuses.includes(status)
          ? relinked(exchange.body, type, recordedBase, base)
          : null,
    }
  }

  /** The definitions, entities and the like in it, as they were when it began, so that what changes them can be repeated. */
  async data(): Promise<object[]> {
    return (await inSlices(recordsAtBeginning(this.#exchanges))).map(({ value }) => Object(value))
  }

  /** Its data as they were imported, with the next entity id that the service had. */
  continued({ file, summary }: Imported): Imported {
    const ids = this.#exchanges.flatMap((exchange) => {
      const [, id] = /^\/api\/entities\/(\d+)$/i.exec(createdPath(exchange) ?? '') ?? []

      return id === undefined ? [] : [Number(id)]
    })

    if (ids.length === 0) return { file, summary }

    const entity = Math.max(Math.min(...ids) - 1, file.sequences?.['entity'] ?? 0)

    return { file: { ...file, sequences: { ...file.sequences, entity } }, summary }
  }

  #hint({ method, path }: UpstreamRequest): string {
    const isSame = (each: RecordedExchange) => each.method === method && each.path === path
    const count = this.#exchanges.filter(isSame).length

    return count === 0 ? '.' : `, but ${count} with other parameters or bodies.`
  }

  /** Lists the exchanges in the journal of a sandbox, as if it had been asked. Returns how many of them it keeps. */
  listIn(sandbox: Sandbox): number {
    const { journal } = sandbox
    const { last } = journal

    for (const {
      method,
      base,
      path,
      search,
      requestBody,
      status,
      headers,
      body,
      time,
      duration,
    } of this.#exchanges) {
      const entry = JournalEntry.unpack(
        {
          path,
          time: Number.isNaN(time) ? sandbox.clock.now() : time,
          request: {
            method,
            baseUrl: base,
            search,
            body: typeof requestBody === 'string' ? new TextEncoder().encode(requestBody) : undefined,
            headers: [['x-sandbox-source', recordingSource]],
          },
          reply: { status, headers: returnedHeaders(Object.entries(headers), '', ''), body: body ?? null },
          details: { upstream: { name: this.name, failure: null }, duration },
        },
        sandbox,
      )

      journal.add(entry)
    }

    return journal.entries(last).length
  }
}

/** Those of responses that can't have a body, whatever an archive says. */
const bodilessStatuses = [204, 205, 304]

function keyOf(
  { method, path, search }: { method: string; path: string; search: string },
  body: string | undefined,
  base: string,
): string {
  const parameters = new URLSearchParams(redactForm(search))

  parameters.sort()

  const content = body === undefined ? 'any' : `=${compact(body.replaceAll(`"${base}/`, '"/'))}`

  // Routes match in any letter case, and with a slash at the end.
  return [method, path.toLowerCase().replace(/\/$/, ''), parameters, content].join(' ')
}

/** JSON without the spaces between its parts, forms without their boundary, both without secrets, which no recording has. */
function compact(text: string): string {
  try {
    return redactSecrets(JSON.stringify(JSON.parse(text)))
  } catch {
    // Not JSON. A form with files has a boundary, which clients choose at random.
    const [boundary] = /^--[^\r\n]+(?=\r\n)/.exec(text) ?? []

    return redactSecrets(boundary === undefined ? text : text.replaceAll(boundary, '--'))
  }
}
