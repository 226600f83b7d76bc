import { contentReply, optional, ErrorBody, reply } from '../../http/declaration/route.ts'
import { inRange } from '../../http/replies/range.ts'
import type { Reply } from '../../http/replies/reply.ts'
import type { Call } from '../../http/call.ts'
import { fromBase64 } from '../../../data/model/shared/bytes.ts'
import type { FileContent } from '../../../data/model/files/file.ts'
import type { PictureSize } from '../../../data/model/files/picture.ts'
import {
  alternativePrefix,
  filePropertiesIn,
  mainFileOf,
  metadataRendition,
  originalRendition,
  pdfRendition,
  renditionSizes,
} from '../../../data/model/files/renditions.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { titleOf } from '../../../data/model/entities/title.ts'
import type { Data } from '../../../data/model/tables.ts'

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
      body: async () =>
        (await import('../../../data/model/files/renditions.ts')).pdfOf(titleOf(data, entity)),
    }
  }

  const size = given ?? sizeOf(data, entity, rendition)

  return {
    type: 'image/svg+xml',
    body: async () => (await import('../../../data/model/files/picture.ts')).pictureOf(entity, size),
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
