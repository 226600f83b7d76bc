import { dayAfter } from '../generator/random-dates.ts'
import type { Fakers } from '../generator/fakers.ts'
import { capitalised, inEachCulture, inEnglish } from '../words/translations.ts'
import { itemAt, words, type ProductKind } from '../words/word-lists.ts'
import type { RecordContext, RecordValues, Recipe } from './recipe.ts'
import { categoryCode, nearestCategory } from './taxonomies.ts'

const productsPerFamily = 6
/** How many families get products in turn. */
const familiesInTurn = 4
const productsInTurn = familiesInTurn * productsPerFamily

/** The index of the family of a product, which it precedes. */
function familyOf(index: number): number {
  return Math.floor(index / productsInTurn) * familiesInTurn + (index % familiesInTurn)
}

/** The name of a product family, a first name, and the kinds of its products, which differ. */
export function familyFacts({ en, nl, de }: Fakers): { name: string; kinds: ProductKind[] } {
  return {
    name: en.datatype.boolean() ? nl.person.firstName('female') : de.person.firstName('female'),
    kinds: en.helpers.arrayElements(words.kinds, productsPerFamily),
  }
}

/** What other records mention of a product. */
export function productFacts(factsOf: RecordContext['factsOf'], index: number) {
  const { name, kinds } = factsOf('M.PCM.ProductFamily', familyOf(index), familyFacts)
  const kind = itemAt(kinds, Math.floor((index % productsInTurn) / familiesInTurn))
  const { materials } = itemAt(words.departments, kind.department - 1)
  const [english = '', dutch = '', german = ''] = kind.name.split(' | ')

  return {
    kind,
    material: factsOf('M.PCM.Product', index, ({ en }) => en.helpers.arrayElement(materials)),
    /** "Femke table lamp", "Tafellamp Femke". */
    name: `${name} ${english} | ${capitalised(dutch)} ${name} | ${german} ${name}`,
  }
}

export function isInDepartment({ department }: ProductKind, name: string): boolean {
  return itemAt(words.departments, department - 1).name.startsWith(name)
}

export const productFamily: Recipe = {
  weight: 5,
  firstCount: familiesInTurn,
  make({ index, faker, factsOf }) {
    const { name, kinds } = factsOf('M.PCM.ProductFamily', index, familyFacts)
    const benefit = faker.helpers.arrayElement(words.benefits)

    return {
      properties: {
        ProductFamilyName: name,
        ProductFamilyLabel: inEachCulture(() => name),
        ProductFamilyShortDescription: inEachCulture(
          (t) => `${kinds.map((kind) => t(kind.category)).join(', ')}. ${t(benefit)}`,
        ),
      },
    }
  },
}

const availabilities = [
  { weight: 3, value: 'in-stock' },
  { weight: 1, value: 'on-order' },
  { weight: 1, value: 'seasonal' },
  { weight: 1, value: 'discontinued' },
]

export const product: Recipe = {
  weight: 30,
  firstCount: 3,
  make({ index, faker, createdOn, parentCount, anyParent, factsOf }): RecordValues {
    const { helpers, number, datatype } = faker
    const { kind, material, name } = productFacts(factsOf, index)
    const [min, max] = kind.price
    const price = number.int({ min, max })
    const benefits = helpers.arrayElements(words.benefits, 2)
    const highlights = helpers.arrayElements(words.highlights, { min: 2, max: 3 })
    const availability = helpers.weightedArrayElement(availabilities)
    const isInStock = availability === 'in-stock'
    const materialPhrase = words.materials[material] ?? ''
    const short = inEachCulture((t) => `${capitalised(t(kind.name))} ${t(materialPhrase)}.`)
    const points = inEachCulture((t) => highlights.map(t))

    return {
      properties: {
        ProductName: inEnglish(name),
        ProductLabel: inEachCulture((t) => t(name)),
        ProductNumber: `${codeOf(kind)}-${skuNumber(index)}`,
        ProductShortDescription: short,
        ProductLongDescription: inEachCulture((t) => {
          const items = highlights.map((each) => `<li>${t(each)}</li>`).join('')
          const text = `${capitalised(t(kind.name))} ${t(materialPhrase)}. ${benefits.map(t).join(' ')}`

          return `<p>${text}</p><ul>${items}</ul>`
        }),
        Price: price - 0.05,
        Stock: isInStock ? number.int({ min: 3, max: 240 }) : 0,
        Availability: availability,
        LaunchedOn: dayAfter(createdOn, number.int({ min: 7, max: 60 })),
        IsBestseller: datatype.boolean(0.15),
        PurchasePrice: Math.round(price * number.int({ min: 38, max: 55 })) / 100,
        Materials: [material],
        Highlights: points,
      },
      parents: {
        PCMProductFamilyToProduct: [familyOf(index)],
        CategoryToProduct: nearestCategory(categoryCode(kind), parentCount('CategoryToProduct')),
        ProductToAccessory: isInStock && datatype.boolean(0.4) ? [anyParent('ProductToAccessory')] : [],
        CampaignToProduct: datatype.boolean(0.35) ? [anyParent('CampaignToProduct')] : [],
      },
    }
  },
}

/** Three letters of the last word of its name: `LAM` for a table lamp. */
function codeOf({ name }: ProductKind): string {
  return (inEnglish(name).split(' ').at(-1) ?? '').slice(0, 3).toUpperCase()
}

/** Unique for each index, but not in the same order. */
function skuNumber(index: number): number {
  return 10_000 + Math.floor(index / 1000) * 1000 + (((index % 1000) * 617 + 113) % 1000)
}

export const productSheet: Recipe = {
  weight: 30,
  make({ index, faker: { helpers, number }, factsOf }) {
    const { kind, material, name } = productFacts(factsOf, index)
    const [width, height, depth] = kind.size.map((size) => size + number.int({ min: -1, max: 4 }) / 2)

    return {
      properties: {
        Title: `${inEnglish(name)} — product sheet`,
        WidthCm: width ?? null,
        HeightCm: height ?? null,
        DepthCm: depth ?? null,
        WeightKg: Math.round(weightOf(kind) * number.int({ min: 90, max: 115 })) / 100,
        Gtin: gtin(index),
        Specifications: {
          material,
          assembly: isInDepartment(kind, 'Furniture')
            ? helpers.arrayElement(['by hand', 'with the tool supplied'])
            : 'none',
          packaging: { parcels: kind.size[0] > 100 ? 2 : 1, recyclable: true },
          care: helpers.arrayElements(words.care, 2),
        },
      },
    }
  },
}

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
