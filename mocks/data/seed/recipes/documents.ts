import { yearOf } from '../generator/dates.ts'
import { inEachCulture, inEnglish, type TranslatedText } from '../words/translations.ts'
import { brands } from '../words/words.ts'
import { type AssetContent, type AssetKind, emptyContent } from './asset-kind.ts'
import type { RecordContext } from './recipe.ts'

const brochureNames: readonly TranslatedText[] = [
  'Price list | Prijslijst | Preisliste',
  'Season brochure | Seizoensbrochure | Saisonbroschüre',
  'Care instructions | Onderhoudsadvies | Pflegehinweise',
  'Press kit | Persmap | Pressemappe',
  'Brand guidelines | Merkrichtlijnen | Markenrichtlinien',
]

const seasons: readonly TranslatedText[] = [
  'spring | voorjaar | Frühjahr',
  'summer | zomer | Sommer',
  'autumn | najaar | Herbst',
  'winter | winter | Winter',
]

export const brochure: AssetKind = {
  media: 'document',
  type: 'Brochure',
  extensions: ['pdf'],
  make: (context) => documentContent(context, brochureNames),
}

const presentationNames: readonly TranslatedText[] = [
  'Sales presentation | Verkooppresentatie | Vertriebspräsentation',
  'Trend report | Trendrapport | Trendbericht',
  'Launch plan | Introductieplan | Einführungsplan',
]

export const presentation: AssetKind = {
  media: 'document',
  type: 'Presentation',
  extensions: ['pptx'],
  make: (context) => documentContent(context, presentationNames),
}

function documentContent(
  { stream, createdOn }: RecordContext,
  names: readonly TranslatedText[],
): AssetContent {
  const { name: brand } = stream.pick(brands)
  const name = stream.pick(names)
  const season = stream.pick(seasons)
  const pages = stream.pick([2, 4, 8, 12, 16, 24, 48, 64])
  const year = yearOf(createdOn)

  return {
    ...emptyContent,
    title: `${brand} ${inEnglish(name).toLowerCase()}, ${inEnglish(season)} ${year}`,
    caption: inEachCulture((t) => `${t(name)} ${brand}, ${t(season)} ${year}.`),
    tags: ['brand', 'season', 'work'],
    size: pages * stream.between(90_000, 650_000),
    technical: {
      pages,
      color_space: 'CMYK',
      languages: stream.sample(['en', 'nl', 'de'], stream.between(1, 3)),
    },
  }
}
