import { contentReply, optional, ErrorBody, reply } from '../../http/declaration/route.ts'
import { type Reply, completeRead, isStream } from '../../http/replies/reply.ts'
import type { Call } from '../../http/call.ts'
import { fromBase64 } from '../../model/shared/bytes.ts'
import type { FileContent } from '../../model/files/file.ts'
import type { PictureSize } from '../../model/files/picture.ts'
import {
  alternativePrefix,
  filePropertiesIn,
  mainFileOf,
  metadataRendition,
  originalRendition,
  pdfRendition,
  renditionSizes,
} from '../../model/files/renditions.ts'
import { ApiError } from '../../model/shared/errors.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { titleOf } from '../../model/entities/title.ts'
import type { Data } from '../../model/tables.ts'
import type { ServiceRequest } from '../../http/request.ts'

const headers = {
  'Content-Security-Policy': 'Prevents scripts in an uploaded file from running.',
  'X-Content-Type-Options': 'Prevents browsers from guessing another type.',
  'Accept-Ranges': 'Parts can be requested with `Range`.',
  'Content-Disposition': optional('File name, if requested as a download.'),
}

/** The declared replies of routes that serve pictures. */
export const pictureReplies = {
  200: contentReply('The generated picture, or the uploaded file.', ['image/svg+xml', '*/*'], headers),
  206: contentReply('The part that `Range` requests.', ['image/svg+xml', '*/*'], {
    ...headers,
    'Content-Range': 'The range of the part.',
  }),
  416: reply('The content ends before the requested part.', ErrorBody, {
    'Content-Range': 'The length of the content.',
  }),
}

/** An uploaded file may contain scripts, which must not run with this origin. */
const contentHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
}

/**
 * A rendition of an entity: the file that was uploaded, if it can be shown or is what was requested, else a drawing.
 *
 * @param size of a generated picture; that of the rendition if omitted
 */
export async function pictureReply(
  call: Call,
  entity: Entity,
  rendition: string,
  size?: PictureSize,
): Promise<Reply> {
  const { data, request } = call
  const { type, body } = contentOf(data, entity, rendition, size)
  const headers = { 'Content-Type': type, ...contentHeaders }

  return inRange({ status: 200, headers, body: await body() }, request)
}

/** The media type of a rendition, and its size if it is known. */
export function metadataOf(data: Data, entity: Entity, rendition: string) {
  const { type, width, height } = contentOf(data, entity, rendition)

  return { ...(width && height ? { width, height } : {}), content_type: type }
}

interface Content {
  readonly type: string
  readonly body: () => string | Uint8Array | Promise<string>
  readonly width?: number | undefined
  readonly height?: number | undefined
}

function contentOf(data: Data, entity: Entity, rendition: string, given?: PictureSize): Content {
  const file = fileFor(data, entity, rendition)

  if (file) return { ...file, body: () => fromBase64(file.content) }
  if (rendition === metadataRendition) {
    return { type: 'application/json', body: () => JSON.stringify(filePropertiesIn(data, entity)) }
  }
  if (rendition === pdfRendition) {
    return {
      type: 'application/pdf',
      body: async () => (await import('../../model/files/renditions.ts')).pdfOf(titleOf(data, entity)),
    }
  }

  const size = given ?? sizeOf(data, entity, rendition)

  return {
    type: 'image/svg+xml',
    body: async () => (await import('../../model/files/picture.ts')).pictureOf(entity, size),
    ...size,
  }
}

/** The file of a rendition; undefined if it is generated. */
function fileFor(data: Data, { id }: Entity, rendition: string): FileContent | undefined {
  if (rendition.startsWith(alternativePrefix))
    return data.files.get(id)?.alternatives?.[Number(rendition.slice(alternativePrefix.length)) - 1]
  if (rendition === metadataRendition) return undefined

  const main = mainFileOf(data, id)
  const shown = rendition === pdfRendition ? 'application/pdf' : 'image/'

  return rendition === originalRendition || main?.type.startsWith(shown) ? main : undefined
}

function sizeOf(data: Data, { properties: { Width, Height } }: Entity, rendition: string): PictureSize {
  const sizes = renditionSizes(data)
  const size = Object.hasOwn(sizes, rendition) ? sizes[rendition] : undefined

  if (size) return size

  return typeof Width === 'number' && typeof Height === 'number'
    ? { width: Width, height: Height }
    : { width: 1920, height: 1280 }
}

/**
 * The part of a reply that `Range: bytes=0-499` requests, as 206 with the ETag of the whole content. The complete reply
 * for several parts, another unit, an invalid range, or an `If-Range` that is not this ETag (RFC 9110, 13.1.5 and 14).
 *
 * @throws {ApiError} 416 when the range begins after the end of the content
 */
function inRange(reply: Reply, request: ServiceRequest): Reply {
  if (reply.body === null || isStream(reply.body)) return reply

  const whole = completeRead(
    { ...reply, headers: { ...reply.headers, 'Accept-Ranges': 'bytes' } },
    reply.body,
  )
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(request.header('range')?.trim() ?? '') ?? []
  const ifRange = request.header('if-range')?.trim()

  if (first === '' && last === '') return whole
  if (ifRange !== undefined && ifRange !== whole.etag) return whole

  const { body: bytes } = whole
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1)

  if (first !== '' && last !== '' && Number(last) < Number(first)) return whole
  if (start > end) {
    throw new ApiError(416, `The content has ${bytes.length} bytes.`, {
      'Content-Range': `bytes */${bytes.length}`,
    })
  }

  const { 'Content-Length': _, ...headers } = whole.headers

  return {
    ...whole,
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.slice(start, end + 1),
  }
}
