import { z } from 'zod'
import { fromBase64, bytesOf } from '../../model/shared/bytes.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'
import { readJson, readUtf8 } from '../../model/shared/read-json.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import { zodMessages } from '../../model/shared/validation-messages.ts'

/** A request to a service and its response, as an HTTP Archive (HAR) contains them. */
export interface RecordedExchange {
  readonly method: string
  /** What is before the path: `https://real.example`. */
  readonly base: string
  /** Path from `/api` or `/oauth` on. */
  readonly path: string
  /** Without `?`. */
  readonly search: string
  /** Undefined when the archive says nothing of it, null when it does not contain it whole. */
  readonly requestBody: string | null | undefined
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when the archive does not contain it, or only its beginning. */
  readonly body: Uint8Array | undefined
  /** Whether the archive says that it does not contain the body, or only its beginning. */
  readonly isPartial: boolean
  /** When the request was sent, in milliseconds since 1970; NaN if unknown. */
  readonly time: number
  /** In milliseconds. */
  readonly duration: number
}

const Content = z.object({
  size: z.number().optional(),
  text: z.string().optional(),
  encoding: z.string().optional(),
  comment: z.string().optional(),
  /** The file that has it instead: in archives of Playwright. */
  _file: z.string().optional(),
})
const Headers = z.array(z.object({ name: z.string(), value: z.string() })).default([])
/** The fields of a form may be given instead of its text. */
const PostData = Content.extend({
  params: z.array(z.object({ name: z.string(), value: z.string().default('') })).optional(),
})

/** The parts of an archive that are read, whichever program wrote it. */
const Archive = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        startedDateTime: z.string().optional(),
        time: z.number().nullish(),
        request: z.object({ method: z.string(), url: z.string(), postData: PostData.optional() }),
        response: z.object({ status: z.number(), headers: Headers, content: Content.default({}) }),
      }),
    ),
  }),
})

/** The content of a file beside an archive. */
export type AttachedFile = (name: string) => Uint8Array | undefined

/** What HTTP can carry. */
const headerName = /^[\w!#$%&'*+\-.^`|~]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Whether a response ends with it: a request that was aborted has the status 0, or -1. */
function isFinalStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599
}

/** The path of the service and the query in a URL, whatever its host and prefix. */
const servicePath = /^(https?:\/\/[^/?#]+(?:\/[^?#]*?)?)(\/(?:api|oauth)(?:\/[^?#]*)?)(?:\?([^#]*))?(?:#|$)/i

/**
 * The exchanges of an archive with the service, in its order; those with other servers are left out.
 *
 * @throws {InvalidRequest} when it is not an archive
 */
export function* exchangesIn(
  archive: unknown,
  name = 'data',
  attached: AttachedFile = () => undefined,
): Sliced<RecordedExchange[]> {
  const { data, error } = Archive.safeParse(archive, { error: zodMessages })

  if (!data) {
    throw new InvalidRequest({ [name]: `The HTTP Archive can't be read: ${error.issues[0]?.message}` })
  }

  const exchanges: RecordedExchange[] = []

  for (const entry of data.log.entries) {
    yield
    exchanges.push(...exchangeIn(entry, attached))
  }

  return exchanges
}

/** None if it is with another server, or has no response. */
function exchangeIn(
  {
    startedDateTime = '',
    time: duration,
    request,
    response,
  }: z.infer<typeof Archive>['log']['entries'][number],
  attached: AttachedFile,
): RecordedExchange[] {
  const [, base = '', path, search = ''] = servicePath.exec(request.url) ?? []
  const method = request.method.toUpperCase()
  const { postData } = request
  // Headers of HTTP/2 itself have names with a colon. Browsers separate headers of the same name by line breaks.
  const headers = Object.fromEntries(
    response.headers
      .map(({ name, value }) => [name.toLowerCase(), value.split(/[\r\n]+/).join(', ')] as const)
      .filter(([name, value]) => headerName.test(name) && headerValue.test(value)),
  )
  const { _file: file, text, size = 0 } = response.content
  const body = bytesOfContent(response.content, attached)
  const hasBody = (file ?? text) !== undefined || Math.max(size, Number(headers['content-length'] ?? 0)) > 0

  if (path === undefined || !isFinalStatus(response.status)) return []

  return [
    {
      method,
      base,
      path,
      search,
      requestBody: postData && textOf(postData, attached),
      status: response.status,
      headers,
      body,
      isPartial: isPartial(response.content) || (body === undefined && hasBody && method !== 'HEAD'),
      time: Date.parse(startedDateTime),
      duration: duration ?? 0,
    },
  ]
}

type Content = z.infer<typeof Content>

/** The body of a request; null when the archive does not contain it whole. */
function textOf({ params, ...content }: z.infer<typeof PostData>, attached: AttachedFile): string | null {
  const bytes = bytesOfContent(content, attached)

  if (bytes) return new TextDecoder().decode(bytes)

  return params && !isPartial(content)
    ? String(new URLSearchParams(params.map(({ name, value }) => [name, value])))
    : null
}

/** Undefined when the archive does not contain it, or only its beginning, or when it is damaged. */
function bytesOfContent(content: Content, attached: AttachedFile): Uint8Array | undefined {
  const { text, encoding, _file: file } = content

  if (isPartial(content)) return undefined
  if (file !== undefined) return attached(file)
  if (text === undefined) return undefined

  try {
    return encoding === 'base64' ? fromBase64(text) : bytesOf(text)
  } catch {
    return undefined // not base64
  }
}

/** Whether the archive says so: that of the journal, or of Firefox. */
function isPartial({ comment }: Content): boolean {
  return (
    comment !== undefined &&
    /^(Truncated|Not recorded|Binary, |Response bodies are not included)/.test(comment)
  )
}

/** The JSON that a response contained; undefined if it was none. */
export function jsonIn({ body, headers }: Pick<RecordedExchange, 'body' | 'headers'>): unknown {
  if (body === undefined || !/\bjson\b/i.test(headers['content-type'] ?? '')) return undefined

  try {
    return readJson(readUtf8(body))
  } catch {
    return undefined // a damaged body says nothing about the data
  }
}
