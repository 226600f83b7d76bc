import { z } from 'zod'
import { bytesOf, fromBase64 } from '../shared/bytes.ts'
import { InvalidRequest } from '../shared/errors.ts'
import type { Sliced } from '../shared/slices.ts'
import { zodMessages } from '../shared/validation-messages.ts'
import { Exchange, withHeaders, type SentBody } from './exchange.ts'
import { ExchangeMarks } from './exchange-marks.ts'

const Pairs = z.array(z.object({ name: z.string(), value: z.string().default('') }))
const Content = z.object({
  mimeType: z.string().optional(),
  text: z.string().optional(),
  comment: z.string().optional().describe('Note on a truncated or unrecorded body.'),
  /** The file beside the archive that has it instead: in archives of Playwright. */
  _file: z.string().optional(),
})

/** A request and its response. */
const HarEntry = z.looseObject({
  startedDateTime: z.string().default(''),
  time: z.number().nullable().default(null).describe('In milliseconds.'),
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: Pairs.default([]),
    bodySize: z.number().default(-1),
    postData: Content.extend({
      /** The fields of a form, which may be given instead of its text. */
      params: Pairs.optional(),
      _base64: z.string().optional().describe('A binary body, for which HAR has no form.'),
    }).optional(),
  }),
  response: z.looseObject({
    status: z.number(),
    headers: Pairs.default([]),
    content: Content.extend({ size: z.number().default(0), encoding: z.string().optional() }).prefault({}),
  }),
  _sandbox: ExchangeMarks.optional()
    .catch(undefined)
    .describe('What else the journal knows of it, if this package has written it.'),
})
export type HarEntry = z.infer<typeof HarEntry>

/** The members of an HTTP Archive 1.2 that are read, whichever program wrote it, and those of this package. */
export const Har = z.object({ log: z.looseObject({ entries: z.array(HarEntry) }) })
export type Har = z.infer<typeof Har>

/** The content of a file beside an archive. */
export type AttachedFile = (name: string) => Uint8Array | undefined

/** Of responses without a body, for which browsers archive the body that they had cached. */
export const bodilessStatuses: readonly number[] = [204, 205, 304]

/** What HTTP can carry. */
const headerName = /^[\w!#$%&'*+\-.^`|~]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** The path of the service in an address, whatever its host and prefix. */
const servicePath = /^https?:\/\/[^/]+(?:\/[^]*?)?(\/(?:api|oauth)(?:\/[^]*)?)$/i

/**
 * The exchanges of an archive with the service, in its order; those with other servers, messages to receivers, and those
 * without a final response (0 or -1 if the request was aborted), are left out.
 *
 * @throws {InvalidRequest} when it is not an archive
 */
export function* exchangesIn(
  archive: unknown,
  name = 'data',
  attached: AttachedFile = () => undefined,
): Sliced<Exchange[]> {
  const { data, error } = Har.safeParse(archive, { error: zodMessages })

  if (!data) {
    const { path = [], message = '' } = error.issues[0] ?? {}

    throw new InvalidRequest({ [name]: `The HTTP Archive can't be read: ${path.join('.')}: ${message}` })
  }

  const exchanges: Exchange[] = []

  for (const entry of data.log.entries) {
    yield
    const exchange = exchangeIn(entry, attached)
    const { status, path, message } = exchange

    if (message !== undefined) continue
    if (Number.isInteger(status) && status >= 200 && status <= 599 && /^\/(api|oauth)(\/|$)/i.test(path)) {
      exchanges.push(exchange)
    }
  }

  return exchanges
}

export function exchangeIn(
  { startedDateTime, time: duration, request, response, _sandbox: marks }: HarEntry,
  attached: AttachedFile = () => undefined,
): Exchange {
  const { url, postData, bodySize } = request
  const { content } = response
  const [address = '', ...search] = url.replace(/#[^]*/, '').split('?')
  const path = marks?.path ?? servicePath.exec(address)?.[1] ?? address
  const headers = headersIn(request.headers.map(({ name, value }) => ({ name: name.toLowerCase(), value })))
  const replyHeaders = headersIn(response.headers)
  const sent = postData && bytesIn(postData, attached)
  const received = bytesIn(content, attached)
  const time = Date.parse(startedDateTime) || 0
  const exchange = new Exchange(
    withHeaders(
      {
        method: request.method.toUpperCase(),
        baseUrl: address.slice(0, address.length - path.length),
        path,
        search: search.join('?'),
        // Browsers leave out some bodies, which then are unknown.
        body: postData && (sent ?? new Uint8Array()),
      },
      Object.entries(headers),
    ),
    path,
    { id: marks?.sandbox ?? '', clock: { now: () => time, ticks: () => 0 } },
  )

  exchange.completeWith({ status: response.status, headers: replyHeaders, body: received ?? null })
  exchange.duration = duration ?? 0
  exchange.isStreamed = content.comment?.startsWith('Not recorded') ?? false

  const { text, _file: file = text } = content
  // The size in an archive of this package is that of the body; other programs may leave it out.
  const length = Number(marks ? 0 : exchange.responseHeader('content-length'))
  const size = Math.max(content.size, Number.isInteger(length) ? length : 0)
  const hasBody =
    exchange.method !== 'HEAD' &&
    !bodilessStatuses.includes(response.status) &&
    (file !== undefined || size > 0)
  const isTruncated = isPartial(content) || (hasBody && !received)

  exchange.sentBodies = {
    // Playwright, and this package before `_base64`, write empty texts for binary bodies.
    request:
      postData &&
      sentBody(sent, bodySize, isPartial(postData) || !sent || (sent.length === 0 && bodySize > 0)),
    reply: sentBody(received, isTruncated ? size : content.size, isTruncated),
  }
  if (marks) mark(exchange, marks)

  return exchange
}

function mark(exchange: Exchange, { graphql, faults, warnings, ...marks }: ExchangeMarks): void {
  exchange.sequence = marks.sequence
  exchange.source = marks.source ?? undefined
  exchange.user = marks.user ?? undefined
  exchange.route = marks.route ?? undefined
  exchange.scenario = marks.scenario ?? undefined
  exchange.upstream = marks.upstream ?? undefined
  exchange.message = marks.outgoing?.message
  exchange.unmatched = marks.unmatched ?? undefined
  if (faults.length > 0) exchange.faults = faults
  if (warnings.length > 0) exchange.warnings = warnings.map((each) => ({ ...each, isAccepted: true }))
  if (graphql) exchange.operation = graphql
}

/** Headers of HTTP/2 itself have names with a colon. Browsers separate headers of the same name by line breaks. */
function headersIn(pairs: z.infer<typeof Pairs>): Record<string, string> {
  const headers = new Map<string, [name: string, value: string]>()

  for (const { name, value: lines } of pairs) {
    const key = name.toLowerCase()
    const value = lines.split(/[\r\n]+/).join(', ')
    const before = headers.get(key)

    if (headerName.test(name) && headerValue.test(value)) {
      headers.set(key, before ? [before[0], `${before[1]}, ${value}`] : [name, value])
    }
  }

  return Object.fromEntries(headers.values())
}

/** What an archive states of a body; undefined if it contains the body as it was sent, or there is none. */
function sentBody(
  recorded: Uint8Array | undefined,
  stated: number,
  isTruncated: boolean,
): SentBody | undefined {
  const size = Math.max(stated, 0) || (recorded?.length ?? 0)

  return isTruncated || (recorded && size !== recorded.length) ? { size, isTruncated } : undefined
}

type AnyContent = Partial<NonNullable<HarEntry['request']['postData']> & HarEntry['response']['content']>

/** Undefined when the archive does not contain a body, or when it is damaged. */
function bytesIn(
  { text, encoding, params, _base64, _file }: AnyContent,
  attached: AttachedFile,
): Uint8Array | undefined {
  if (_file !== undefined) return attached(_file)
  if (_base64 !== undefined) return bytesIn({ text: _base64, encoding: 'base64' }, attached)
  if (text === undefined) {
    return params && bytesOf(String(new URLSearchParams(params.map(({ name, value }) => [name, value]))))
  }
  try {
    return encoding === 'base64' ? fromBase64(text) : bytesOf(text)
  } catch {
    return undefined // not base64
  }
}

/** Whether the archive says that a body is not whole: that of the journal, or of Firefox. */
function isPartial({ comment = '' }: AnyContent): boolean {
  return /^(Truncated|Not recorded|Response bodies are not included)/.test(comment)
}
