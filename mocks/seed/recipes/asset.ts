import { filePropertiesOf, megabytes } from '../../model/files/file-properties.ts'
import { fixedEntities } from '../domain/fixed-entities.ts'
import { momentAfter, momentWithin, dayAfter, yearOf } from '../generator/dates.ts'
import { slug } from '../values/spelling.ts'
import { assetKinds } from './asset-kinds.ts'
import { partnerFacts } from './partner.ts'
import type { RecordContext, Made, Recipe } from './recipe.ts'
import { tagsNamed } from './taxonomies.ts'

const statuses = [
  'Approved',
  'Approved',
  'Approved',
  'Approved',
  'UnderReview',
  'UnderReview',
  'Created',
  'Rejected',
  'Archived',
]
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
    const status = stream.pick(statuses)
    const fileName = `${slug(title)}-${String(index + 1).padStart(4, '0')}.${extension}`
    const { size, width, height } = content
    const isMadeInHouse = usage === 'owned' && stream.chance(0.4)
    const maker = isMadeInHouse ? undefined : stream.int(available('PartnerToAsset'))

    return {
      properties: {
        Title: title,
        Caption: content.caption,
        AltText: content.altText,
        Keywords: [...content.tags],
        Media: kind.media,
        FileName: fileName,
        FileSize: megabytes(size),
        Width: width,
        Height: height,
        Colours: content.colours,
        MainFile: null,
        FileProperties: filePropertiesOf({ name: fileName, size, width, height }, content.technical),
        Renditions: null,
        ApprovedBy: status === 'Approved' ? stream.pick(['admin', 'editor']) : null,
        ApprovalDate: status === 'Approved' ? momentAfter(stream, createdOn) : null,
        Duration: content.duration,
        FrameRate: kind.media === 'video' ? stream.pick([24, 25, 25, 29.97, 50]) : null,
        HasSubtitles: kind.media === 'video' ? stream.chance(0.5) : null,
        Copyright: `© ${yearOf(createdOn)} ${makerName(draft, maker)}`,
        UsageRights: usage,
        LicensedUntil: usage === 'licensed.regional' ? dayAfter(momentWithin(stream, -90, 730), 0) : null,
      },
      parents: {
        AssetTypeToAsset: [indexOfFixed('M.AssetType', kind.type)],
        FinalLifeCycleStatusToAsset: [indexOfFixed('M.Final.LifeCycle.Status', status)],
        ContentRepositoryToAsset: [0],
        TagToAsset: tagsNamed(content.tags),
        ProductToAsset: content.products,
        PartnerToAsset: maker === undefined ? [] : [maker],
        CollectionToAsset: stream.chance(0.6) ? [stream.int(available('CollectionToAsset'))] : [],
        CampaignToAsset: stream.chance(0.4) ? [stream.int(available('CampaignToAsset'))] : [],
      },
    }
  },
}

/** The position of a fixed entity among those of its definition. */
function indexOfFixed(definition: string, name: string): number {
  return fixedEntities
    .filter((entity) => entity.definition === definition)
    .findIndex(({ identifier }) => identifier === `${definition}.${name}`)
}

function makerName({ streamOf, fakerOn }: RecordContext, maker: number | undefined): string {
  if (maker === undefined) return 'Content hub'
  const stream = streamOf('M.Partner', maker)

  return partnerFacts(stream, fakerOn(stream)).name
}
