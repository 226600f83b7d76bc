import { filePropertiesOf, megabytes } from '../../model/files/file.ts'
import { fixedEntities } from '../domain/fixed-entities.ts'
import { momentAfter, momentWithin, dayAfter, yearOf } from '../generator/random-dates.ts'
import { slug } from '../words/translations.ts'
import { assetKinds } from './asset-kinds.ts'
import { partnerFacts } from './partner.ts'
import type { RecordValues, Recipe } from './recipe.ts'
import { tagsWithSlugs } from './taxonomies.ts'

const statuses = [
  { weight: 4, value: 'Approved' },
  { weight: 2, value: 'UnderReview' },
  { weight: 1, value: 'Created' },
  { weight: 1, value: 'Rejected' },
  { weight: 1, value: 'Archived' },
]
const rights = [
  { weight: 3, value: 'owned' },
  { weight: 1, value: 'licensed.worldwide' },
  { weight: 1, value: 'licensed.editorial' },
  { weight: 1, value: 'licensed.regional' },
  { weight: 1, value: 'open.cc-by' },
]

export const asset: Recipe = {
  weight: 100,
  make(context): RecordValues {
    const { index, createdOn, anyParent, factsOf, faker } = context
    const { helpers, number, datatype } = faker
    const kind = helpers.weightedArrayElement(assetKinds)
    const { media, type, extension } = kind
    const { title, caption, altText, tags, duration, products, technical, ...file } = kind.make(context)
    const usage = helpers.weightedArrayElement(rights)
    const status = helpers.weightedArrayElement(statuses)
    const isApproved = status === 'Approved'
    const isVideo = media === 'video'
    const fileName = `${slug(title)}-${String(index + 1).padStart(4, '0')}.${extension}`
    const isMadeInHouse = usage === 'owned' && datatype.boolean(0.4)
    const partner = isMadeInHouse ? undefined : anyParent('PartnerToAsset')
    const author = partner === undefined ? 'Content hub' : factsOf('M.Partner', partner, partnerFacts).name

    return {
      properties: {
        Title: title,
        Description: caption,
        Caption: caption,
        AltText: altText,
        Keywords: [...tags],
        Media: media,
        FileName: fileName,
        FileSize: megabytes(file.size),
        Width: file.width,
        Height: file.height,
        ...(media === 'image' ? {} : { Colours: null }),
        MainFile: null,
        FileProperties: filePropertiesOf({ name: fileName, ...file }, technical),
        Renditions: null,
        ApprovedBy: isApproved ? helpers.arrayElement(['admin', 'editor']) : null,
        ApprovalDate: isApproved ? momentAfter(number.float(), createdOn) : null,
        Duration: duration,
        FrameRate: isVideo ? 12 : null,
        HasSubtitles: isVideo ? datatype.boolean() : null,
        Copyright: `© ${yearOf(createdOn)} ${author}`,
        UsageRights: usage,
        LicensedUntil:
          usage === 'licensed.regional' ? dayAfter(momentWithin(number.float(), -90, 730), 0) : null,
      },
      parents: {
        AssetTypeToAsset: [indexOfFixed('M.AssetType', type)],
        FinalLifeCycleStatusToAsset: [indexOfFixed('M.Final.LifeCycle.Status', status)],
        ContentRepositoryToAsset: [0],
        AssetMediaToAsset: [indexOfFixed('M.AssetMedia', extension)],
        TagToAsset: tagsWithSlugs(tags),
        PCMProductToAsset: products,
        PCMProductToMasterAsset: datatype.boolean(0.3) ? products : [],
        ContentToMasterLinkedAsset: datatype.boolean(0.1) ? [anyParent('ContentToMasterLinkedAsset')] : [],
        ContentToLinkedAsset: datatype.boolean(0.2) ? [anyParent('ContentToLinkedAsset')] : [],
        PartnerToAsset: partner === undefined ? [] : [partner],
        CollectionToAsset: datatype.boolean(0.6) ? [anyParent('CollectionToAsset')] : [],
        CampaignToAsset: datatype.boolean(0.4) ? [anyParent('CampaignToAsset')] : [],
      },
    }
  },
}

function indexOfFixed(definition: string, name: string): number {
  return fixedEntities
    .filter((entity) => entity.definition === definition)
    .findIndex(({ identifier }) => identifier === `${definition}.${name}`)
}
