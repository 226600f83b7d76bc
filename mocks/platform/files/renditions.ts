import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { text } from '../../http/declaration/parameters.ts'
import { content } from '../../http/declaration/reply.ts'
import { read, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { fromBase64 } from '../../model/files/base64.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { uniqueValueKey } from '../../model/entities/properties.ts'
import { relatedIds } from '../../model/relations/relations.ts'
import type { Data } from '../../model/tables.ts'
import { pictureOf, type PictureSize } from '../../model/files/picture.ts'
import { byId } from '../../api/entities/entities.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { drawn, original, renditionSizes } from '../../api/entities/rendition-links.ts'

const picture = content('The drawing, or the file as it was uploaded.', ['image/svg+xml', '*/*'], {
  'Content-Security-Policy': 'Keeps scripts in an uploaded file from running.',
  'X-Content-Type-Options': 'Keeps browsers from guessing another type.',
})

/**
 * Pictures of entities and the files that were uploaded for them. Open to everyone: a browser sends no token for
 * an `<img>`.
 */
export const renditions: Route[] = [
  read('/api/entities/:id/renditions/:name', readRendition, {
    does: 'Serves a picture of an entity, or the file that was uploaded for it.',
    source: observed('existing clients'),
    access: 'open',
    params: { id: entityId },
    query: { v: text('Version of the entity, so that caches tell pictures apart.') },
    replies: { 200: picture },
  }),
  read('/api/public/content/:relativeUrl', readPublicLink, {
    does: 'Serves the file of a public link.',
    source: observed('existing clients'),
    access: 'open',
    query: { v: text('Version of the link, so that caches tell files apart.') },
    replies: { 200: picture },
  }),
]

function readRendition({ data, params }: Call<{ id: string; name: string }>): Reply {
  const entity = byId(data, params.id)
  const names = [...Object.keys(renditionSizes(data)), original]

  if (!names.includes(params.name)) {
    throw new NotFound(`There is no rendition "${params.name.slice(0, 100)}". There are ${names.join(', ')}.`)
  }

  return render(data, entity, params.name)
}

function readPublicLink(call: Call<{ relativeUrl: string }>): Reply {
  const { data, params } = call
  const key = uniqueValueKey('M.PublicLink', 'RelativeUrl', params.relativeUrl)
  const link = data.entities.find('propertyValue', key)
  const [assetId] = link ? relatedIds(link, 'AssetToPublicLink', 'parents') : []
  const asset = assetId === undefined ? undefined : data.entities.get(assetId)

  if (!link || !asset || !isInForce(link, call.sandbox.clock.timestamp())) {
    throw new NotFound(
      `There is no public link "${params.relativeUrl.slice(0, 100)}", or it is no longer in force.`,
    )
  }

  const { Resource } = link.properties

  return render(data, asset, typeof Resource === 'string' ? Resource : original)
}

function isInForce({ properties: { IsDisabled, ExpirationDate } }: Entity, now: string): boolean {
  return IsDisabled !== true && !(typeof ExpirationDate === 'string' && ExpirationDate <= now)
}

/** The file that was uploaded, when it can be shown or is what was asked for; else a drawing. */
function render(data: Data, entity: Entity, name: string): Reply {
  const file = data.files.get(entity.id)
  const sizes = renditionSizes(data)
  const size = (Object.hasOwn(sizes, name) ? sizes[name] : undefined) ?? originalSize(entity)

  if (file && (name === original || file.type.startsWith('image/'))) {
    return {
      status: 200,
      headers: { 'Content-Type': file.type, ...asContent },
      body: fromBase64(file.content),
    }
  }
  if (!file && !drawn.has(entity.definition)) throw new NotFound(`Entity ${entity.id} has no renditions.`)

  return {
    status: 200,
    headers: { 'Content-Type': 'image/svg+xml', ...asContent },
    body: pictureOf(entity, size),
  }
}

/** An uploaded file may hold scripts, which must not run as if they came from this origin. */
const asContent = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
}

function originalSize({ properties: { Width, Height } }: Entity): PictureSize {
  return typeof Width === 'number' && typeof Height === 'number'
    ? { width: Width, height: Height }
    : { width: 1920, height: 1280 }
}
