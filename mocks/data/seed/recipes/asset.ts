import { filePropertiesOf, megabytes } from '../../model/files/file.ts'
import { fixedEntities } from '../domain/fixed-entities.ts'
import { momentAfter, momentWithin, dayAfter, yearOf } from '../generator/dates.ts'
import { slug } from '../values/spelling.ts'
import type { AssetKind } from './asset-kind.ts'
import { brochure, presentation } from './documents.ts'
import { partnerFacts } from './partner.ts'
import { illustration, logo, packshot, photo } from './pictures.ts'
import type { RecordContext, RecordValues, Recipe } from './recipe.ts'
import { audio, video } from './recordings.ts'
import { tagsWithSlugs } from './taxonomies.ts'

/** A kind that is listed more often is picked more often. */
const assetKinds: readonly AssetKind[] = [
  ...Array.from({ length: 9 }, () => photo),
  ...Array.from({ length: 5 }, () => packshot),
  video,
  video,
  brochure,
  presentation,
  logo,
  illustration,
  audio,
]

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
  make(context): RecordValues {
    const { index, stream, createdOn, parentCount } = context
    const kind = stream.pick(assetKinds)
    const content = kind.make(context)
    const { title } = content
    const extension = stream.pick(kind.extensions)
    const usage = stream.pick(rights)
    const status = stream.pick(statuses)
    const fileName = `${slug(title)}-${String(index + 1).padStart(4, '0')}.${extension}`
    const { size, width, height } = content
    const isMadeInHouse = usage === 'owned' && stream.chance(0.4)
    const partner = isMadeInHouse ? undefined : stream.int(parentCount('PartnerToAsset'))

    return {
      properties: {
        Title: title,
        Description: content.caption,
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
        Copyright: `© ${yearOf(createdOn)} ${authorName(context, partner)}`,
        UsageRights: usage,
        LicensedUntil: usage === 'licensed.regional' ? dayAfter(momentWithin(stream, -90, 730), 0) : null,
      },
      parents: {
        AssetTypeToAsset: [indexOfFixed('M.AssetType', kind.type)],
        FinalLifeCycleStatusToAsset: [indexOfFixed('M.Final.LifeCycle.Status', status)],
        ContentRepositoryToAsset: [0],
        AssetMediaToAsset: [indexOfFixed('M.AssetMedia', extension)],
        TagToAsset: tagsWithSlugs(content.tags),
        ProductToAsset: content.products,
        PartnerToAsset: partner === undefined ? [] : [partner],
        CollectionToAsset: stream.chance(0.6) ? [stream.int(parentCount('CollectionToAsset'))] : [],
        CampaignToAsset: stream.chance(0.4) ? [stream.int(parentCount('CampaignToAsset'))] : [],
      },
    }
  },
}

/** The index of a fixed entity among those of its definition. */
function indexOfFixed(definition: string, name: string): number {
  return fixedEntities
    .filter((entity) => entity.definition === definition)
    .findIndex(({ identifier }) => identifier === `${definition}.${name}`)
}

function authorName({ factsStream, fakerFor }: RecordContext, partner: number | undefined): string {
  if (partner === undefined) return 'Content hub'
  const stream = factsStream('M.Partner', partner)

  return partnerFacts(stream, fakerFor(stream)).name
}
