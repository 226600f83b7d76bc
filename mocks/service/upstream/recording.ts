import type { Exchange, ExchangeReply } from '../../data/model/exchanges/exchange.ts'
import { type Har, bodilessStatuses } from '../../data/model/exchanges/har.ts'
import { type Sliced, inSlices } from '../../data/model/shared/slices.ts'
import type { FaultRule } from '../../sandbox/faults/fault-rule.ts'
import { archiveOf, harEntryOf } from '../../sandbox/journal/har-export.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { recordingSource, UpstreamFailure, type Upstream } from '../../sandbox/passthrough.ts'
import type { Scrubber } from './scrub.ts'
import { createdPath, recordsAtBeginning } from '../../data/import/sources/recorded-records.ts'
import type { Imported } from '../../data/import/import-summary.ts'
import { redactForm, redactSecrets } from '../../sandbox/journal/secrets.ts'
import { relinked, returnedHeaders } from './target.ts'
import { appendTo } from '../../data/model/shared/maps.ts'

/** Passes everything on, also sign-ins, and answers nothing by itself. The rule of the console lets its sandbox answer. */
export const recordingRule: FaultRule = {
  name: 'record',
  effect: { kind: 'passthrough', fallback: false, timeout_ms: 60_000 },
}

/** Limits while everything is recorded. */
export const recordingLimits = {
  journal: { entries: 100_000, bodyBytes: 64 * 2 ** 20 },
  memoryBudget: 2 ** 30,
}

/** What a target answered, as an archive. Personal data and secrets are replaced. */
export function recordedArchive({ journal }: Sandbox, scrubber: Scrubber): Sliced<Har> {
  const answered = journal
    .entries()
    .filter((entry) => entry.isAnsweredUpstream && entry.source !== recordingSource)

  return archiveOf(answered, (exchange) => scrubber.value(harEntryOf(exchange)))
}

/**
 * What a service answered, as an HTTP Archive has it. Requests are the same if method, path, parameters and body are, but
 * for secrets; of several, each gets the next response, and the last one from then on.
 */
export class Recording implements Upstream {
  readonly name: string
  readonly #exchanges: readonly Exchange[]
  readonly #byRequest = new Map<string, Exchange[]>()
  /** How many responses were given, by base and request: each sandbox has its own. */
  readonly #given = new Map<string, number>()

  constructor(exchanges: readonly Exchange[], name: string) {
    this.name = name
    this.#exchanges = exchanges
    for (const exchange of exchanges) {
      if (!exchange.requestBody?.isTruncated)
        appendTo(this.#byRequest, keyOf(exchange, exchange.request.body), exchange)
    }
  }

  async ask(asked: Exchange): Promise<ExchangeReply> {
    const { method, path, search, base } = asked
    const key = keyOf(asked, asked.request.body ?? new Uint8Array())
    // Browsers leave out some bodies of requests.
    const found = this.#byRequest.get(key) ?? this.#byRequest.get(keyOf(asked, undefined))

    if (!found) {
      throw new UpstreamFailure(
        `${this.name} has no ${method} ${path}${search === '' ? '' : `?${redactForm(search)}`}${this.#hint(asked)}`,
      )
    }

    const given = this.#given.get(`${base} ${key}`) ?? 0
    const exchange = found[Math.min(given, found.length - 1)]

    this.#given.set(`${base} ${key}`, given + 1)
    if (!exchange || exchange.isPartial) {
      throw new UpstreamFailure(`${this.name} has only a part of the response to ${method} ${path}.`)
    }

    const { status, responseHeaders, responseBody: body } = exchange
    const hasBody = body && body !== 'streamed' && !bodilessStatuses.includes(status)
    const headers = returnedHeaders(Object.entries(responseHeaders), exchange.base, base)
    const length = exchange.responseHeader('content-length')

    return {
      status,
      // The length that GET would have.
      headers: method === 'HEAD' && length !== undefined ? { ...headers, 'Content-Length': length } : headers,
      body: hasBody
        ? relinked(body.content, exchange.responseHeader('content-type'), exchange.base, base)
        : null,
    }
  }

  /** The definitions, entities and the like in it, as they were when it began, so that what changes them can be repeated. */
  async data(): Promise<object[]> {
    return (await inSlices(recordsAtBeginning(this.#exchanges))).map(({ value }) => Object(value))
  }

  /** Its data as they were imported, with the next entity id that the service had. */
  continued({ file, summary }: Imported): Imported {
    const ids = this.#exchanges
      .map((exchange) => Number(/^\/api\/entities\/(\d+)$/i.exec(createdPath(exchange) ?? '')?.[1]))
      .filter((id) => !Number.isNaN(id))
    const entity = Math.max(Math.min(...ids) - 1, file.sequences?.['entity'] ?? 0)

    return ids.length === 0
      ? { file, summary }
      : { file: { ...file, sequences: { ...file.sequences, entity } }, summary }
  }

  #hint({ method, path }: Exchange): string {
    const isSame = (each: Exchange) => each.method === method && each.path === path
    const count = this.#exchanges.filter(isSame).length

    return count === 0 ? '.' : `, but ${count} with other parameters or bodies.`
  }

  /** Lists the exchanges in the journal of a sandbox, as if it had been asked. Returns how many of them it keeps. */
  listIn({ id, clock, journal }: Sandbox): number {
    const { last } = journal

    for (const exchange of this.#exchanges) {
      exchange.sandboxId = id
      exchange.source = recordingSource
      exchange.upstream = { name: this.name, failure: null }
      if (exchange.time === 0) exchange.time = clock.now()
      journal.add(exchange)
    }

    return journal.entries(last).length
  }
}

/** @param body undefined for any */
function keyOf({ method, path, search, base }: Exchange, body: Uint8Array | undefined): string {
  const parameters = new URLSearchParams(redactForm(search))

  parameters.sort()

  const text = new TextDecoder().decode(body)
  const content = body === undefined ? 'any' : `=${compact(text.replaceAll(`"${base}/`, '"/'))}`

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
