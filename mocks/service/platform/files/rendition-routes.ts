import { renditionsOf, originalRendition, type PictureSize } from '../../../data/model/files/renditions.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { availableNames } from '../../../data/model/shared/suggestion.ts'
import { z } from 'zod'
import type { QueryCall, Call } from '../../http/call.ts'
import { text, flag } from '../../http/declare-request.ts'
import { reply, getAndHead, observed, type Route } from '../../http/declare-route.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { Labels, Link, isObject } from '../../../data/model/shared/json.ts'
import { entityById, entityByIdentifier } from '../../../data/model/entities/references.ts'
import { renditionLinks } from '../../api/entities/entity-reply.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { metadataOf, pictureReplies, pictureReply, selectedSize, transformation } from './picture-reply.ts'
import { uniqueValueKey } from '../../../data/model/entities/properties.ts'
import { isValidLink, publicLinkDefinition } from '../../../data/model/files/public-links.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'

const Renditions = z
  .object({
    renditions: z.array(
      z.object({
        rendition_link: z.object({ name: z.string(), labels: Labels }),
        file_location: z.object({
          files: z.array(
            z.object({
              metadata: z.object({
                width: z.int().optional(),
                height: z.int().optional(),
                content_type: z.string(),
              }),
              delivery_link: Link,
            }),
          ),
        }),
      }),
    ),
    self: Link,
  })
  .meta({ id: 'Renditions' })

const listDeclaration = {
  description: 'Lists the renditions of an entity.',
  params: { id: entityId },
  replies: { 200: reply('The renditions, with their sizes and addresses.', Renditions) },
}

const pictureParameters = {
  v: text('Ignored. The version of the entity, which caches distinguish.'),
  t: transformation,
}

const pictureDeclaration = {
  query: pictureParameters,
  source: observed('programs that show pictures'),
  access: 'open',
  replies: pictureReplies,
} as const

/**
 * Pictures of entities and their uploaded files. They need no authorization: a browser sends no token for an `<img>`.
 */
export const renditions: Route[] = [
  getAndHead('/api/entities/:id/renditions', listRenditions, {
    ...listDeclaration,
    source: observed('tools that crop pictures'),
  }),
  getAndHead('/api/entities/:id/v2.0/renditions', listRenditions, {
    ...listDeclaration,
    source: observed('browser extensions'),
  }),
  getAndHead(
    '/api/entities/:id/v2.0/renditions/getuserrenditionscount',
    ({ data, params }) => json(data.files.get(entityById(data, params.id).id)?.alternatives?.length ?? 0),
    {
      description: 'Counts the alternative files that users uploaded for an entity.',
      source: observed('browser extensions'),
      params: { id: entityId },
      replies: { 200: reply('The number.', z.int()) },
    },
  ),
  getAndHead('/api/entities/:id/renditions/:name', readRendition, {
    description: 'Serves a picture of an entity, or its uploaded file.',
    ...pictureDeclaration,
    params: { id: entityId },
  }),
  ...(['/api/gateway/:id/:name', '/api/gateway/id/:id/:name'] as const).map((path) =>
    getAndHead(path, readRendition, {
      description: 'Serves a rendition of an entity.',
      ...pictureDeclaration,
      params: { id: entityId },
    }),
  ),
  getAndHead(
    '/api/gateway/identifier/:identifier/:name',
    (call) => renditionReply(call, entityByIdentifier(call.data, call.params.identifier)),
    {
      description: 'Serves a rendition of an entity by its identifier.',
      ...pictureDeclaration,
    },
  ),
]

function listRenditions({ data, links, params }: Call<{ id: string }>): Reply {
  const entity = entityById(data, params.id)
  const found = Object.entries(renditionLinks(data, links, entity)).map(([name, addresses]) => ({
    rendition_link: { name, labels: { 'en-US': name } },
    file_location: {
      files: addresses.map((delivery_link) => ({
        metadata: metadataOf(data, entity, name),
        delivery_link,
      })),
    },
  }))

  return json({ renditions: found, self: links.to(`/api/entities/${entity.id}/renditions`) })
}

type PictureCall<Params> = QueryCall<typeof pictureParameters, Params & { name: string }>

function readRendition(call: PictureCall<{ id: string }>): Promise<Reply> {
  return renditionReply(call, entityById(call.data, call.params.id))
}

async function renditionReply(call: PictureCall<unknown>, entity: Entity): Promise<Reply> {
  const { data, params, query } = call
  const names = renditionsOf(data, entity)

  if (names.length === 0) throw new NotFound(`Entity ${entity.id} has no renditions.`)
  if (!names.includes(params.name)) {
    throw new NotFound(`There is no rendition "${params.name.slice(0, 100)}". ${availableNames(names)}`)
  }

  return pictureReply(call, entity, params.name, selectedSize(data, entity, params.name, query.t))
}

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
