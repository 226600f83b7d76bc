import type { RandomStream } from '../../model/shared/random-stream.ts'
import { dayAfter } from '../generator/dates.ts'
import { capitalised } from '../values/spelling.ts'
import { inEachCulture, listInEachCulture, type TranslatedText } from '../words/translations.ts'
import { products, type ProductKind } from '../words/words.ts'
import type { RecordContext, RecordValues, Recipe } from './recipe.ts'
import { nearestCategory } from './taxonomies.ts'

/** What other records mention of a product: they draw the same values from the same stream. */
interface ProductFacts {
  kind: ProductKind
  family: string
  material: string
  /** "Lunde table lamp", "Tafellamp Lunde". */
  name: TranslatedText
}

export function productFacts(stream: RandomStream): ProductFacts {
  const kind = stream.pick(products.kinds)
  const family = stream.pick(products.families)
  const material = stream.pick(kind.materials)
  const [english = '', dutch = '', german = ''] = kind.name.split(' | ')

  return {
    kind,
    family,
    material,
    name: `${family} ${english} | ${capitalised(dutch)} ${family} | ${german} ${family}`,
  }
}

export const product: Recipe = {
  weight: 30,
  firstCount: 3,
  make({ index, stream, createdOn, parentCount, factsStream }: RecordContext): RecordValues {
    const { kind, material, name } = productFacts(factsStream('M.Product', index))
    const materialPhrase = products.materials[material] ?? ''
    const price = stream.between(...kind.price)
    const [first = '', second = ''] = stream.sample(products.benefits, 2)
    const highlights = stream.sample(products.highlights, stream.between(2, 3))
    const availability = stream.pick([
      'in-stock',
      'in-stock',
      'in-stock',
      'on-order',
      'seasonal',
      'discontinued',
    ])

    return {
      properties: {
        ProductName: inEachCulture((t) => t(name)),
        Sku: `${kind.code}-${skuNumber(index)}`,
        ShortDescription: inEachCulture((t) => `${capitalised(t(kind.name))} ${t(materialPhrase)}.`),
        LongDescription: inEachCulture((t) => {
          const points = highlights.map((highlight) => `<li>${t(highlight)}</li>`).join('')

          return `<p>${capitalised(t(kind.name))} ${t(materialPhrase)}. ${t(first)} ${t(second)}</p><ul>${points}</ul>`
        }),
        Price: price - 0.05,
        Stock: availability === 'in-stock' ? stream.between(3, 240) : 0,
        Availability: availability,
        LaunchedOn: dayAfter(createdOn, stream.between(7, 60)),
        IsBestseller: stream.chance(0.15),
        PurchasePrice: Math.round(price * stream.between(38, 55)) / 100,
        Colour: stream.pick(products.colours),
        Materials: [
          material,
          ...kind.materials.filter((other) => other !== material).slice(0, stream.int(2)),
        ],
        Highlights: listInEachCulture(highlights),
      },
      parents: {
        CategoryToProduct: nearestCategory(kind.category, parentCount('CategoryToProduct')),
        ProductToAccessory: availability === 'in-stock' && stream.chance(0.4) ? [stream.int(index)] : [],
        CampaignToProduct: stream.chance(0.35) ? [stream.int(parentCount('CampaignToProduct'))] : [],
      },
    }
  },
}

/** Unique for each index, but not in the same order. */
function skuNumber(index: number): number {
  return 10_000 + Math.floor(index / 1000) * 1000 + (((index % 1000) * 617 + 113) % 1000)
}

export const productSheet: Recipe = {
  weight: 30,
  make({ index, stream, factsStream }) {
    const { kind, material, name } = productFacts(factsStream('M.Product', index))
    const [width, height, depth] = kind.size.map((size) => size + stream.between(-1, 4) / 2)

    return {
      properties: {
        Title: `${name.split(' | ')[0]} — product sheet`,
        WidthCm: width ?? null,
        HeightCm: height ?? null,
        DepthCm: depth ?? null,
        WeightKg: Math.round(weightOf(kind) * stream.between(90, 115)) / 100,
        Gtin: gtin(index),
        Specifications: {
          material,
          assembly: kind.category.startsWith('C02')
            ? stream.pick(['by hand', 'with the tool supplied'])
            : 'none',
          packaging: { parcels: kind.size[0] > 100 ? 2 : 1, recyclable: true },
          care: [...(careOf.get(material) ?? ['wipe with a damp cloth', 'no abrasives'])],
        },
      },
    }
  },
}

const careOf = new Map([
  ['wool', ['air instead of washing', 'do not tumble dry']],
  ['linen', ['wash at 30 °C', 'iron while damp']],
  ['leather', ['dust with a dry cloth', 'keep out of the sun']],
  ['oak', ['wipe with a damp cloth', 'oil once a year']],
])

/** An estimate in kg; it grows more slowly than the volume, since large products are hollow. */
function weightOf({ size: [width, height, depth] }: ProductKind): number {
  return 0.014 * (width * height * depth) ** 0.52
}

/** Thirteen digits, of which the last is the check digit. */
function gtin(index: number): string {
  const body = `8719326${String(index).padStart(5, '0')}`.slice(0, 12)
  const sum = Array.from(body).reduce(
    (total, digit, position) => total + Number(digit) * (position % 2 === 0 ? 1 : 3),
    0,
  )

  return `${body}${(10 - (sum % 10)) % 10}`
}
