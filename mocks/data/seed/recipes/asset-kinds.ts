import { generatedVideo } from '../../model/files/file.ts'
import { sampleRate, soundHeader } from '../../model/files/generated-files.ts'
import type { JsonObject, Labels } from '../../model/shared/json.ts'
import { yearOf } from '../generator/random-dates.ts'
import type { Faker } from '../generator/fakers.ts'
import { inEachCulture, inEnglish, translated, type TranslatedText } from '../words/translations.ts'
import { words } from '../words/word-lists.ts'
import { cityOf } from './partner.ts'
import { isInDepartment, productFacts } from './product.ts'
import type { RecordContext } from './recipe.ts'

/** The generated properties of an asset; null if its medium has no such property. */
interface AssetContent {
  /** In English: titles are not translated. */
  title: string
  caption: Labels
  altText: Labels | null
  tags: readonly string[]
  products: number[]
  size: number
  width: number | null
  height: number | null
  duration: number | null
  technical: JsonObject
}

export interface AssetKind {
  media: 'image' | 'video' | 'audio' | 'document'
  /** Name of its asset type. */
  type: string
  extension: string
  make(context: RecordContext): AssetContent
}

/** Values for what most kinds of assets do not have. */
const emptyContent = {
  products: [],
  width: null,
  height: null,
  duration: null,
  altText: null,
}

/** What differs between kinds of pictures. */
type PictureContent = Pick<AssetContent, 'title' | 'caption' | 'altText' | 'tags'> & Partial<AssetContent>

function pictureKind(type: string, make: (context: RecordContext) => PictureContent): AssetKind {
  return {
    media: 'image',
    type,
    extension: 'png',
    make(context) {
      const content = make(context)
      const { helpers, number } = context.faker
      const [width, height] = helpers.arrayElement(pictureSizes)

      return {
        ...emptyContent,
        ...content,
        width,
        height,
        size: number.int({ min: 60_000, max: 400_000 }),
        technical: { color_space: 'sRGB' },
      }
    },
  }
}

const pictureSizes = [
  [1200, 800],
  [800, 1200],
  [1280, 720],
  [1000, 750],
  [900, 900],
] as const

const photo = pictureKind('Photo', (context) => {
  const { name, tags, place } = sceneOf(context)

  return {
    title: `${inEnglish(name)} — ${place}`,
    caption: inEachCulture((t) => `${t(name)}, ${place}.`),
    altText: inEachCulture((t) => `${t(name)}.`),
    tags,
  }
})

const packshot = pictureKind('Packshot', ({ faker, anyParent, factsOf }) => {
  const index = anyParent('PCMProductToAsset')
  const { name, kind } = productFacts(factsOf, index)
  const angle = faker.helpers.arrayElement(words.angles)
  const caption = inEachCulture((t) => `${t(name)}, ${t(angle)}.`)

  return {
    title: `${inEnglish(name)} — ${inEnglish(angle)}`,
    caption,
    altText: caption,
    tags: ['product', isInDepartment(kind, 'Lighting') ? 'lighting' : 'interior'],
    products: [index],
  }
})

const logo = pictureKind('Logo', ({ faker }) => {
  const brand = faker.helpers.arrayElement(words.brands)
  const version = faker.helpers.arrayElement(words.logos)

  return {
    title: `${brand} — ${inEnglish(version)}`,
    caption: inEachCulture((t) => `${brand}, ${t(version)}.`),
    altText: inEachCulture(() => brand),
    tags: ['brand'],
  }
})

const illustration = pictureKind('Illustration', ({ faker }) => {
  const scene = faker.helpers.arrayElement(words.scenes)
  const technique = faker.helpers.arrayElement(words.techniques)
  const caption = inEachCulture((t) => `${t(scene.name)}, ${t(technique)}.`)

  return {
    title: `${inEnglish(scene.name)}, ${inEnglish(technique)}`,
    caption,
    altText: caption,
    tags: scene.tags,
  }
})

const video: AssetKind = {
  media: 'video',
  type: 'Video',
  extension: 'webm',
  make(context) {
    const { faker } = context
    const { name, tags, place } = sceneOf(context)
    const style = faker.helpers.arrayElement(words.styles)

    return {
      ...emptyContent,
      title: `${inEnglish(name)}, ${inEnglish(style)} — ${place}`,
      caption: inEachCulture((t) => `${t(name)}, ${place}, ${t(style)}.`),
      tags,
      ...generatedVideo,
      technical: { codec: 'vp9' },
    }
  },
}

const audio: AssetKind = {
  media: 'audio',
  type: 'Audio',
  extension: 'wav',
  make({ faker }) {
    const { name, tags } = faker.helpers.arrayElement(words.scenes)
    const seconds = faker.number.int({ min: 3, max: 30 })

    return {
      ...emptyContent,
      title: `${inEnglish(name)} — ${inEnglish(words.sound)}`,
      caption: inEachCulture((t) => `${t(name)}, ${t(words.sound)}.`),
      tags,
      size: soundHeader + seconds * sampleRate,
      technical: { sample_rate: sampleRate, channels: 1 },
    }
  },
}

/** A brochure or presentation. */
function documentKind(type: string): AssetKind {
  return {
    media: 'document',
    type,
    extension: 'pdf',
    make({ faker, createdOn }) {
      const brand = faker.helpers.arrayElement(words.brands)
      const name = faker.helpers.arrayElement(words.brochures)
      const season = faker.helpers.arrayElement(words.seasons)
      const year = yearOf(createdOn)

      return {
        ...emptyContent,
        title: `${brand} ${inEnglish(name).toLowerCase()}, ${inEnglish(season)} ${year}`,
        caption: inEachCulture((t) => `${t(name)} ${brand}, ${t(season)} ${year}.`),
        tags: ['brand', 'season', 'work'],
        size: faker.number.int({ min: 20_000, max: 200_000 }),
        technical: { pages: 1 },
      }
    },
  }
}

/** The kinds of assets, and how often they are picked. */
export const assetKinds: readonly { weight: number; value: AssetKind }[] = [
  { weight: 9, value: photo },
  { weight: 5, value: packshot },
  { weight: 2, value: video },
  { weight: 1, value: documentKind('Brochure') },
  { weight: 1, value: documentKind('Presentation') },
  { weight: 1, value: logo },
  { weight: 1, value: illustration },
  { weight: 1, value: audio },
]

/** A scene at some moment, and the name of a place where it can be seen. */
function sceneOf({ faker, fakers }: RecordContext): {
  name: TranslatedText
  place: string
  tags: readonly string[]
} {
  const scene = faker.helpers.arrayElement(words.scenes)
  const isInCity = scene.in === 'cities' || scene.in === 'indoors'

  return {
    name: atSomeMoment(faker, scene),
    place: isInCity ? cityOf(fakers).name : faker.helpers.arrayElement(words[scene.in]),
    tags: scene.tags,
  }
}

/** "Harbour at dawn", "Kitchen table by lamplight". */
export function atSomeMoment(faker: Faker, scene: (typeof words.scenes)[number]): TranslatedText {
  const moment = faker.helpers.arrayElement(scene.in === 'indoors' ? words.indoors : words.outdoors)

  return translated((t) => `${t(scene.name)} ${t(moment)}`)
}
