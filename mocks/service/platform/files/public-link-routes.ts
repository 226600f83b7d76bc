import type { QueryCall } from '../../http/call.ts'
import { flag, text } from '../../http/parameters.ts'
import { getAndHead, observed, type Route } from '../../http/declare-route.ts'
import type { Reply } from '../../http/replies/reply.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { uniqueValueKey } from '../../../data/model/entities/properties.ts'
import { isObject } from '../../../data/model/shared/json.ts'
import { originalRendition, renditionsOf, type PictureSize } from '../../../data/model/files/renditions.ts'
import { isValidLink, publicLinkDefinition } from '../../../data/model/files/public-links.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'
import { pictureReplies, pictureReply, selectedSize, transformation } from './picture-reply.ts'

const parameters = {
  v: text('Ignored. A version of the link, which caches distinguish.'),
  t: transformation,
  mid: text('Ignored. Some sites name the asset with it.'),
  download: flag('Whether browsers save the file instead of displaying it.'),
}

/** The files of public links, which need no authorization while the links are valid. */
export const publicLinks: Route[] = [
  getAndHead('/api/public/content/:relativeUrl', readPublicLink, {
    description: 'Serves the rendition of an asset that a public link refers to.',
    source: observed('programs that upload and publish'),
    access: 'open',
    query: parameters,
    replies: pictureReplies,
  }),
]

async function readPublicLink(call: QueryCall<typeof parameters, { relativeUrl: string }>): Promise<Reply> {
  const { data, params } = call
  const key = uniqueValueKey(publicLinkDefinition, 'RelativeUrl', params.relativeUrl)
  const link = data.entities.find('propertyValue', key)
  const [assetId] = link ? relatedIds(link, 'AssetToPublicLink', 'parents') : []
  const asset = assetId === undefined ? undefined : data.entities.get(assetId)

  if (
    !link ||
    !asset ||
    !isValidLink(link, call.sandbox.clock.timestamp()) ||
    renditionsOf(data, asset).length === 0
  ) {
    throw new NotFound(
      `There is no public link "${params.relativeUrl.slice(0, 100)}", or it is no longer valid.`,
    )
  }

  const { Resource } = link.properties
  const rendition = typeof Resource === 'string' ? Resource : originalRendition
  const size = selectedSize(data, asset, rendition, call.query.t) ?? sizeOf(link)
  const picture = await pictureReply(call, asset, rendition, size)

  return call.query.download
    ? { ...picture, headers: { ...picture.headers, 'Content-Disposition': 'attachment' } }
    : picture
}

/** The size that a link converts its picture to. */
function sizeOf({ properties: { ConversionConfiguration } }: Entity): PictureSize | undefined {
  const { width, height } = isObject(ConversionConfiguration) ? ConversionConfiguration : {}

  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined
}
