import { ApiError } from '../../../data/model/shared/errors.ts'
import type { ServiceRequest } from '../../http/service-request.ts'
import { tagOfChunks } from '../../http/replies/etag.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { contentReply, optional, ErrorBody, reply } from '../../http/declare-route.ts'
import { text } from '../../http/declare-request.ts'
import type { Call } from '../../http/call.ts'
import { type Chunks, type Content, chunksOf, partOf, sizeOf } from '../../../data/model/shared/bytes.ts'
import { inSlices } from '../../../data/model/shared/slices.ts'
import { type FileContent, generatedPicture, generatedTypes } from '../../../data/model/files/file.ts'
import {
  alternativePrefix,
  filePropertiesIn,
  mainFileOf,
  metadataRendition,
  originalRendition,
  pdfRendition,
  renditionSizes,
  textRendition,
  type PictureSize,
} from '../../../data/model/files/renditions.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { titleOf } from '../../../data/model/entities/title.ts'
import type { Data } from '../../../data/model/data-tables.ts'

/**
 * The part of a content that `Range: bytes=0-499` requests, as 206 with the ETag of the whole. The complete content
 * for several parts, another unit, an invalid range, or an `If-Range` that is not this ETag (RFC 9110, 13.1.5 and 14).
 *
 * @throws {ApiError} 416 when the range begins after the end of the content
 */
async function inRange(content: Content, headers: Reply['headers'], request: ServiceRequest): Promise<Reply> {
  const body = chunksOf(content)
  const [size, etag] = [sizeOf(body), await inSlices(tagOfChunks(body))]
  const replyWith = (status: number, part: Chunks, more?: Reply['headers']) => ({
    status,
    headers: {
      ...headers,
      'Accept-Ranges': 'bytes',
      ETag: etag,
      'Content-Length': String(sizeOf(part)),
      ...more,
    },
    body: part,
  })
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(request.header('range')?.trim() ?? '') ?? []
  const ifRange = request.header('if-range')?.trim()

  const isInverted = first !== '' && last !== '' && Number(last) < Number(first)

  if ((first === '' && last === '') || isInverted || (ifRange !== undefined && ifRange !== etag))
    return replyWith(200, body)

  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)

  if (start > end)
    throw new ApiError(416, `The content has ${size} bytes.`, { 'Content-Range': `bytes */${size}` })

  return replyWith(206, partOf(body, start, end + 1), { 'Content-Range': `bytes ${start}-${end}/${size}` })
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

  return inRange(await body(), { 'Content-Type': type, ...contentHeaders }, request)
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

  const size = sizeOfRendition(data, entity, rendition)
  const scale = Number(length) / (side === 'w' ? size.width : size.height)

  return { width: size.width * scale, height: size.height * scale }
}

/** The media type of a rendition, and its size if it is known. */
export function metadataOf(data: Data, entity: Entity, rendition: string) {
  const { type, width, height } = contentOf(data, entity, rendition)

  return { ...(width && height ? { width, height } : {}), content_type: type }
}

interface RenditionContent {
  readonly type: string
  readonly body: () => Content | Promise<Content>
  readonly width?: number | undefined
  readonly height?: number | undefined
}

function contentOf(data: Data, entity: Entity, rendition: string, given?: PictureSize): RenditionContent {
  const file = fileFor(data, entity, rendition)

  if (file) return { ...file, body: () => file.content }
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

  const size = bounded(given ?? sizeOfRendition(data, entity, rendition))

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

function sizeOfRendition(
  data: Data,
  { properties: { Width, Height } }: Entity,
  rendition: string,
): PictureSize {
  const sizes = renditionSizes(data)
  const size = Object.hasOwn(sizes, rendition) ? sizes[rendition] : undefined

  if (size) return size

  return typeof Width === 'number' && typeof Height === 'number' && Width > 0 && Height > 0
    ? { width: Width, height: Height }
    : generatedPicture
}
