import { z } from 'zod'
import articleData from './articles.json' with { type: 'json' }
import brandData from './brands.json' with { type: 'json' }
import campaignData from './campaigns.json' with { type: 'json' }
import categoryData from './categories.json' with { type: 'json' }
import collectionData from './collections.json' with { type: 'json' }
import exampleTextData from './example-texts.json' with { type: 'json' }
import placeData from './places.json' with { type: 'json' }
import productData from './products.json' with { type: 'json' }
import sceneData from './scenes.json' with { type: 'json' }
import tagData from './tags.json' with { type: 'json' }

/** The vocabulary of the built-in content, from the JSON files in this folder. Loaded only to generate data. */

/** A text in every culture of the built-in domain: `'Harbour | Haven | Hafen'`; one part if all are the same. */
const TranslatedText = z.string().min(1)

/** `{place}` stands for a place with its preposition, `{family}` for a product family. */
export const articles = z
  .strictObject({ headlines: z.array(TranslatedText), paragraphs: z.array(TranslatedText) })
  .parse(articleData)

export const brands = z
  .array(z.strictObject({ name: z.string(), tagline: TranslatedText, colour: z.string() }))
  .parse(brandData)

const Theme = z.strictObject({
  name: TranslatedText,
  code: z.string(),
  /** The month in which it starts, and its length in days. */
  month: z.int().min(1).max(12),
  days: z.int().positive(),
  objectives: z.array(z.string()),
})

const Event = z.strictObject({
  name: TranslatedText,
  online: z.boolean(),
  seats: z.int().positive(),
  hours: z.int().positive(),
})

export const campaigns = z
  .strictObject({
    themes: z.array(Theme),
    briefings: z.array(TranslatedText),
    tasks: z.array(z.string()),
    checks: z.array(z.string()),
    events: z.array(Event),
  })
  .parse(campaignData)

/** Product categories: a code is the parent's code and two more digits; parents precede their children. */
export const categories = z
  .array(z.strictObject({ code: z.string().regex(/^C(\d\d)+$/), name: TranslatedText }))
  .parse(categoryData)

const SavedSearch = z.strictObject({
  name: TranslatedText,
  definition: z.string(),
  member: z.string(),
  value: z.union([z.string(), z.boolean()]),
})

export const collections = z
  .strictObject({
    names: z.array(TranslatedText),
    notes: z.array(TranslatedText),
    searches: z.array(SavedSearch),
  })
  .parse(collectionData)

const ExampleTexts = z.strictObject({
  titles: z.array(z.string()),
  names: z.array(z.string()),
  sentences: z.array(z.string()),
  words: z.array(z.string()),
})

/** Example texts by language. Texts at the same position are translations of each other. */
export const exampleTexts = z
  .strictObject({ en: ExampleTexts, nl: ExampleTexts, de: ExampleTexts, fr: ExampleTexts })
  .parse(exampleTextData)

const Place = z.strictObject({
  name: TranslatedText,
  /** With a preposition: `in Rotterdam`. */
  phrase: TranslatedText,
  country: z.string().length(2),
  latitude: z.number(),
  longitude: z.number(),
})

const Places = z.array(Place)

export const places = z.strictObject({ cities: Places, coasts: Places, hills: Places }).parse(placeData)

const ProductKind = z.strictObject({
  code: z.string(),
  name: TranslatedText,
  category: z.string(),
  /** Minimum and maximum in euros. */
  price: z.tuple([z.number(), z.number()]),
  /** Width, height and depth in cm. */
  size: z.tuple([z.number(), z.number(), z.number()]),
  materials: z.array(z.string()),
})
export type ProductKind = z.infer<typeof ProductKind>

export const products = z
  .strictObject({
    kinds: z.array(ProductKind),
    families: z.array(z.string()),
    materials: z.record(z.string(), TranslatedText),
    colours: z.array(z.string()),
    benefits: z.array(TranslatedText),
    highlights: z.array(TranslatedText),
  })
  .parse(productData)

const Scenes = z.strictObject({
  moments: z.strictObject({ outdoors: z.array(TranslatedText), indoors: z.array(TranslatedText) }),
  /** The scenes of photographs and films, with the slugs of their tags. */
  scenes: z.array(
    z.strictObject({
      subject: TranslatedText,
      moments: z.enum(['outdoors', 'indoors']),
      places: z.enum(['cities', 'coasts', 'hills']),
      tags: z.array(z.string()),
    }),
  ),
  viewpoints: z.array(TranslatedText),
})

const { moments, scenes: sceneRows, viewpoints } = Scenes.parse(sceneData)

export { viewpoints }

export const scenes = sceneRows.map((scene) => ({
  ...scene,
  moments: moments[scene.moments],
  places: places[scene.places],
}))
export type Scene = (typeof scenes)[number]

/** The tags, most used first. */
export const tags = z.array(TranslatedText).parse(tagData)

/** @throws {RangeError} when the list has no such index */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`There is no item ${index} in a list of ${list.length}.`)

  return item
}
