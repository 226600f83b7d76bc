import { z } from 'zod'
import data from './words.json' with { type: 'json' }

const Text = z.string().min(1)
const Texts = z.array(Text)
const Named = z.strictObject({ name: Text })

const ProductKind = Named.extend({
  /** The name of its category, a plural. */
  category: Text,
  /** The number of its department, from 1. */
  department: z.int().positive(),
  /** Minimum and maximum in euros. */
  price: z.tuple([z.number(), z.number()]),
  /** Width, height and depth in cm. */
  size: z.tuple([z.number(), z.number(), z.number()]),
})
export type ProductKind = z.infer<typeof ProductKind>

const Scene = Named.extend({
  in: z.enum(['cities', 'coasts', 'hills', 'indoors']),
  /** Slugs of tags. */
  tags: z.array(z.string()),
})

const Search = Named.extend({
  definition: z.string(),
  member: z.string(),
  value: z.union([z.string(), z.boolean()]),
})

const Words = z.strictObject({
  /** Most used first. */
  tags: Texts,
  brands: z.array(z.string()),
  departments: z.array(Named.extend({ materials: z.array(z.string()) })),
  kinds: z.array(ProductKind),
  materials: z.record(z.string(), Text),
  benefits: Texts,
  highlights: Texts,
  care: z.array(z.string()),
  cities: z.array(z.string()),
  coasts: z.array(z.string()),
  hills: z.array(z.string()),
  /** The moments of scenes outdoors and indoors. */
  outdoors: Texts,
  indoors: Texts,
  scenes: z.array(Scene),
  angles: Texts,
  logos: Texts,
  techniques: Texts,
  styles: Texts,
  sound: Text,
  brochures: Texts,
  seasons: Texts,
  /** `{city}` stands for a city, `{family}` for a product family. */
  headlines: Texts,
  sentences: Texts,
  /** Campaigns by the month in which they start. */
  themes: z.array(Named.extend({ month: z.int().min(1).max(12) })),
  briefings: Texts,
  tasks: z.array(z.string()),
  checks: z.array(z.string()),
  events: z.array(
    Named.extend({ online: z.boolean(), seats: z.int().positive(), hours: z.int().positive() }),
  ),
  collections: Texts,
  notes: Texts,
  searches: z.array(Search),
})

/**
 * The words of the built-in content that faker lacks: what makes titles read like those of a catalogue, each in every
 * culture of the domain (`'Harbour | Haven | Hafen'`; one part if all are the same). Loaded only to generate data.
 */
export const words = Words.parse(data)

/** @throws {RangeError} when the list has no such index */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`There is no item ${index} in a list of ${list.length}.`)

  return item
}
