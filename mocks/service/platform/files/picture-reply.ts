import { ApiError } from '../../../data/model/shared/errors.ts'
import type { ServiceRequest } from '../../http/service-request.ts'
import { completeRead, isStream, type Reply } from '../../http/replies/reply.ts'
import { contentReply, optional, ErrorBody, reply } from '../../http/declaration/declare-route.ts'
import { text } from '../../http/declaration/parameters.ts'
import type { Call } from '../../http/call.ts'
import { fromBase64 } from '../../../data/model/shared/bytes.ts'
import { computedOnce, keptUntilFull } from '../../../data/model/shared/maps.ts'
import { type FileContent, generatedTypes } from '../../../data/model/files/file.ts'
import type { PictureSize } from '../../../data/model/files/pixel-size.ts'
import {
  alternativePrefix,
  filePropertiesIn,
  mainFileOf,
  metadataRendition,
  originalRendition,
  pdfRendition,
  renditionSizes,
  textRendition,
} from '../../../data/model/files/renditions.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { titleOf } from '../../../data/model/entities/title.ts'
import type { Data } from '../../../data/model/data-tables.ts'

/**
 * The part of a reply that `Range: bytes=0-499` requests, as 206 with the ETag of the whole content. The complete reply
 * for several parts, another unit, an invalid range, or an `If-Range` that is not this ETag (RFC 9110, 13.1.5 and 14).
 *
 * @throws {ApiError} 416 when the range begins after the end of the content
 */
export function inRange(reply: Reply, request: ServiceRequest): Reply {
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
    body: bytes.subarray(start, end + 1),
  }
}

const headers = {
  'Content-Security-Policy': 'Prevents scripts in an uploaded file from running.',
  'X-Content-Type-Options': 'Prevents browsers from guessing another type.',
  'Accept-Ranges': 'Parts can be requested with `Range`.',
  'Content-Disposition': optional('File name, if requested as a download.'),
}

/** The declared replies of routes that serve pictures. */
export const pictureReplies = {
  200: contentReply('The generated file, or the uploaded one.', ['image/png', '*/*'], headers),
  206: contentReply('The part that `Range` requests.', ['image/png', '*/*'], {
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
 * A rendition of an entity: the file that was uploaded, if it can be shown or is what was requested, else one
 * that is generated.
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

/** The query parameter that selects the size of a picture. */
export const transformation = text(
  'Size of a generated picture in pixels: `w320`, `h200` or `775x436`. Other values are ignored: clients send them to bypass caches.',
)

/** The size that a request selects: of a width or height, the other follows from the shape of the rendition. */
export function selectedSize(data: Data, entity: Entity, rendition: string, t = ''): PictureSize | undefined {
  const [, side, length, width, height] = /^(?:([wh])(\d{1,5})|(\d{1,5})x(\d{1,5}))$/.exec(t) ?? []

  if (width !== undefined) return { width: Number(width), height: Number(height) }
  if (side === undefined) return undefined

  const size = sizeOf(data, entity, rendition)
  const scale = Number(length) / (side === 'w' ? size.width : size.height)

  return { width: size.width * scale, height: size.height * scale }
}

/** The media type of a rendition, and its size if it is known. */
export function metadataOf(data: Data, entity: Entity, rendition: string) {
  const { type, width, height } = contentOf(data, entity, rendition)

  return { ...(width && height ? { width, height } : {}), content_type: type }
}

/** The bytes of uploaded files, decoded once: players request many ranges of one. */
const bytesOfFiles = keptUntilFull(() => computedOnce(({ content }: FileContent) => fromBase64(content)))

interface Content {
  readonly type: string
  readonly body: () => string | Uint8Array | Promise<string | Uint8Array>
  readonly width?: number | undefined
  readonly height?: number | undefined
}

function contentOf(data: Data, entity: Entity, rendition: string, given?: PictureSize): Content {
  const file = fileFor(data, entity, rendition)

  if (file) return { ...file, body: () => bytesOfFiles()(file) }
  if (rendition === metadataRendition) {
    return { type: 'application/json', body: () => JSON.stringify(filePropertiesIn(data, entity)) }
  }
  if (rendition === textRendition) {
    return { type: 'text/plain; charset=utf-8', body: () => `${titleOf(data, entity)}\n` }
  }

  const { content_type, filesizebytes } = filePropertiesIn(data, entity) ?? {}
  const isOriginal = rendition === originalRendition
  const stated = rendition === pdfRendition ? 'application/pdf' : isOriginal && content_type
  const bytes = isOriginal && !given ? Math.min(Number(filesizebytes) || 0, maxBytes) : 0
  const type = generatedTypes.find((each) => each === stated)

  if (type && type !== 'image/png') {
    return {
      type,
      body: async () =>
        (await import('../../../data/model/files/generated-files.ts')).fileOf(
          type,
          titleOf(data, entity),
          bytes,
        ),
    }
  }

  const size = bounded(given ?? sizeOf(data, entity, rendition))

  return {
    type: 'image/png',
    body: async () => (await import('../../../data/model/files/picture.ts')).pictureOf(entity, size, bytes),
    ...size,
  }
}

/** The maximum size of a generated file in bytes, and of a picture in pixels: properties may say any. */
const maxBytes = 2 * 2 ** 20
const maxPixels = 2_000_000

/** A size in whole pixels, scaled down if it is too large. */
function bounded({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)))
  const inPixels = (length: number) => Math.min(Math.max(Math.floor(length * scale), 1), 32_767)

  return { width: inPixels(width), height: inPixels(height) }
}

/** The file of a rendition; undefined if it is generated. */
function fileFor(data: Data, { id }: Entity, rendition: string): FileContent | undefined {
  if (rendition.startsWith(alternativePrefix))
    return data.files.get(id)?.alternatives?.[Number(rendition.slice(alternativePrefix.length)) - 1]
  if (rendition === metadataRendition) return undefined

  const main = mainFileOf(data, id)
  const shown =
    rendition === pdfRendition ? 'application/pdf' : rendition === textRendition ? 'text/' : 'image/'

  return rendition === originalRendition || main?.type.startsWith(shown) ? main : undefined
}

function sizeOf(data: Data, { properties: { Width, Height } }: Entity, rendition: string): PictureSize {
  const sizes = renditionSizes(data)
  const size = Object.hasOwn(sizes, rendition) ? sizes[rendition] : undefined

  if (size) return size

  return typeof Width === 'number' && typeof Height === 'number' && Width > 0 && Height > 0
    ? { width: Width, height: Height }
    : { width: 1200, height: 800 }
}
