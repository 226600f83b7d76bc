import { momentWithin, dayAfter, yearOf } from '../generator/dates.ts'
import { slug } from '../values/text-hints.ts'
import { assetKinds } from './asset-kinds.ts'
import { partnerFacts } from './partner.ts'
import type { Draft, Made, Recipe } from './recipe.ts'
import { tagsNamed } from './taxonomies.ts'

const statuses = ['approved', 'approved', 'approved', 'approved', 'review', 'review', 'draft', 'archived']
const rights = [
  'owned',
  'owned',
  'owned',
  'licensed.worldwide',
  'licensed.editorial',
  'licensed.regional',
  'open.cc-by',
]

export const asset: Recipe = {
  weight: 100,
  make(draft): Made {
    const { index, stream, createdOn, available } = draft
    const kind = stream.pick(assetKinds)
    const content = kind.make(draft)
    const { title } = content
    const extension = stream.pick(kind.extensions)
    const usage = stream.pick(rights)
    const isMadeInHouse = usage === 'owned' && stream.chance(0.4)
    const maker = isMadeInHouse ? undefined : stream.int(available('PartnerToAsset'))

    return {
      properties: {
        Title: title,
        Caption: content.caption,
        AltText: content.altText,
        Keywords: [...content.tags],
        Status: stream.pick(statuses),
        Media: kind.media,
        FileName: `${slug(title)}-${String(index + 1).padStart(4, '0')}.${extension}`,
        MimeType: mimeTypes.get(extension) ?? 'application/octet-stream',
        FileSize: content.size,
        Width: content.width,
        Height: content.height,
        Colours: content.colours,
        Technical: content.technical,
        Duration: content.duration,
        FrameRate: kind.media === 'video' ? stream.pick([24, 25, 25, 29.97, 50]) : null,
        HasSubtitles: kind.media === 'video' ? stream.chance(0.5) : null,
        Copyright: `© ${yearOf(createdOn)} ${makerName(draft, maker)}`,
        UsageRights: usage,
        LicensedUntil: usage === 'licensed.regional' ? dayAfter(momentWithin(stream, -90, 730), 0) : null,
      },
      parents: {
        AssetTypeToAsset: [kind.type],
        TagToAsset: tagsNamed(content.tags),
        ProductToAsset: content.products,
        PartnerToAsset: maker === undefined ? [] : [maker],
        CollectionToAsset: stream.chance(0.6) ? [stream.int(available('CollectionToAsset'))] : [],
        CampaignToAsset: stream.chance(0.4) ? [stream.int(available('CampaignToAsset'))] : [],
      },
    }
  },
}

function makerName({ streamOf, fakerOn }: Draft, maker: number | undefined): string {
  if (maker === undefined) return 'Content hub'
  const stream = streamOf('M.Partner', maker)

  return partnerFacts(stream, fakerOn(stream)).name
}

const mimeTypes = new Map([
  ['jpg', 'image/jpeg'],
  ['tif', 'image/tiff'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['pdf', 'application/pdf'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
])
