import type { Faker } from '../generator/english-faker.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'
import { slug } from './spelling.ts'
import { exampleTexts } from '../words/words.ts'

/** What a text is generated from. The stream is the same for all cultures of a value, so its texts are translations. */
interface TextSource {
  stream: RandomStream
  faker: Faker
  culture: string
  index: number
}

type TextMaker = (source: TextSource) => string

/** Plausible texts, by the end of the property's name; the first match applies. */
const hints: readonly Hint<TextMaker>[] = [
  [/e?mail(address)?$/i, ({ faker }) => faker.internet.exampleEmail().toLowerCase()],
  [/(phone|telephone|mobile|fax)(number)?$/i, ({ stream }) => phone(stream)],
  [/(filename|file)$/i, (source) => `${slug(title(source))}-${source.stream.between(1, 99)}.jpg`],
  [/(user|login|account)_?name$/i, ({ faker }) => faker.internet.username().toLowerCase()],
  [/(url|uri|link|website|webpage|href)$/i, (source) => `https://www.example.com/${slug(title(source))}`],
  [/slug$/i, (source) => slug(title(source))],
  [/(first|given)_?name$/i, ({ faker }) => faker.person.firstName()],
  [/(last|family|sur)_?name$/i, ({ faker }) => faker.person.lastName()],
  [/(author|owner|person|contact|manager|assignee|by)$/i, ({ faker }) => personName(faker)],
  [
    /(company|organi[sz]ation|supplier|vendor|manufacturer|employer)(_?name)?$/i,
    ({ faker }) => faker.company.name(),
  ],
  [/country_?code$/i, ({ faker }) => faker.location.countryCode()],
  [/country$/i, ({ faker }) => faker.location.country()],
  [/(city|town|place|location)$/i, ({ faker }) => faker.location.city()],
  [/(street|address|addressline\d?)$/i, ({ faker }) => faker.location.streetAddress()],
  [/(zip|postal_?code|postcode)$/i, ({ faker }) => faker.location.zipCode()],
  [/(job_?title|position|profession)$/i, ({ faker }) => faker.person.jobTitle()],
  [/currency(_?code)?$/i, ({ stream }) => stream.pick(['EUR', 'USD', 'GBP', 'CHF', 'JPY'])],
  [/(culture|locale|language)(_?code)?$/i, ({ stream }) => stream.pick(['en-US', 'nl-NL', 'de-DE', 'fr-FR'])],
  [/(colou?r|hex)$/i, ({ faker }) => faker.color.rgb()],
  [/(isbn)$/i, ({ faker }) => faker.commerce.isbn({ separator: '-' })],
  [/(gtin|ean|barcode)$/i, ({ stream }) => digits(stream, 13)],
  [/(sku|code|number|reference|ref|no|nr|key|serial)$/i, ({ stream }) => code(stream)],
  [/(guid|uuid)$/i, ({ faker }) => faker.string.uuid()],
  [/(version)$/i, ({ stream }) => `${stream.between(1, 4)}.${stream.int(10)}.${stream.int(10)}`],
  [
    /(mime_?type|content_?type|media_?type)$/i,
    ({ stream }) => stream.pick(['image/jpeg', 'image/png', 'application/pdf']),
  ],
  [/copyright$/i, ({ faker }) => `© ${personName(faker)}`],
  [/(product)(_?name)?$/i, ({ faker }) => faker.commerce.productName()],
  [/(ingredients?)$/i, ({ faker }) => faker.food.ingredient()],
  [/(body|html|content|text)$/i, (source) => paragraph(source, 3)],
  [
    /(description|summary|abstract|notes?|remarks?|comments?|briefing|bio|caption|instructions?)$/i,
    (source) => paragraph(source, 2),
  ],
  [
    /(keywords?|tags?|labels?|synonyms?|alias(es)?)$/i,
    ({ stream, culture }) => stream.pick(exampleTextsOf(culture).words),
  ],
  [/(title|subject|headline|heading|tagline)$/i, (source) => title(source)],
  [/name$/i, (source) => name(source)],
]

/** Returns the function that generates texts for a property of this name. */
export function textMakerOf(property: string, contentType: string | null | undefined): TextMaker {
  const isLong = contentType && /multi|html|rich/i.test(contentType)

  return hinted(hints, property) ?? (isLong ? (source) => paragraph(source, 2) : title)
}

export function personName(faker: Faker): string {
  return `${faker.person.firstName()} ${faker.person.lastName()}`
}

export function digits(stream: RandomStream, length: number): string {
  return Array.from({ length }, () => stream.int(10)).join('')
}

function title({ stream, culture }: TextSource): string {
  return stream.pick(exampleTextsOf(culture).titles)
}

function name({ stream, culture }: TextSource): string {
  return `${stream.pick(exampleTextsOf(culture).names)} ${stream.between(1, 99)}`
}

function paragraph({ stream, culture }: TextSource, sentences: number): string {
  return stream.sample(exampleTextsOf(culture).sentences, sentences).join(' ')
}

function phone(stream: RandomStream): string {
  return `+31 20 555 ${digits(stream, 4)}`
}

function code(stream: RandomStream): string {
  return `${stream.pick(['A', 'B', 'C', 'K', 'M', 'P', 'R', 'T'])}-${digits(stream, 5)}`
}

/** The example texts of a culture's language, or else in English. */
function exampleTextsOf(culture: string): (typeof exampleTexts)['en'] {
  const language = culture.slice(0, 2).toLowerCase()

  return Object.entries(exampleTexts).find(([name]) => name === language)?.[1] ?? exampleTexts.en
}

type NumberMaker = (stream: RandomStream, index: number) => number

/** Plausible numbers, by the end of the property's name; the first match applies. */
const numberHints: readonly Hint<NumberMaker>[] = [
  [/(latitude|lat)$/i, (stream) => stream.between(360_000, 600_000) / 10_000],
  [/(longitude|lng|lon)$/i, (stream) => stream.between(-90_000, 240_000) / 10_000],
  [/(percent(age)?|ratio|rate|vat|discount)$/i, (stream) => stream.between(0, 100)],
  [/(price|amount|cost|total|revenue|value)$/i, (stream) => stream.between(4, 400) + 0.95],
  [/(budget|salary)$/i, (stream) => stream.between(4, 200) * 500],
  [/(rating|score|stars)$/i, (stream) => stream.between(10, 50) / 10],
  [/(size|bytes)$/i, (stream) => stream.between(40_000, 24_000_000)],
  [/(width|height|pixels)$/i, (stream) => stream.between(8, 60) * 80],
  [/(weight|mass)(kg)?$/i, (stream) => stream.between(2, 400) / 10],
  [/(duration|seconds)$/i, (stream) => stream.between(8, 600)],
  [/(minutes|hours)$/i, (stream) => stream.between(1, 90)],
  [/year$/i, (stream) => stream.between(1998, 2026)],
  [/age$/i, (stream) => stream.between(18, 80)],
  [/(order|position|rank|index|sequence)$/i, (_, index) => index + 1],
  [/(count|stock|quantity|servings|seats|capacity|pages|number)$/i, (stream) => stream.between(1, 120)],
]

const anyNumber: NumberMaker = (stream) => stream.between(1, 1000)

/** Returns the function that generates numbers for a property of this name. */
export function numberMakerOf(property: string): NumberMaker {
  return hinted(numberHints, property) ?? anyNumber
}

/** How to make the values of properties whose names end with these words. */
export type Hint<T> = readonly [lastWords: RegExp, make: T]

/** Returns what the first hint that applies has; it must match from the beginning of a word of the name. */
export function hinted<T>(hints: readonly Hint<T>[], name: string): T | undefined {
  const ends = Array.from(name.matchAll(word), ({ index }) => name.slice(index))

  return hints.find(([lastWords]) => ends.some((end) => end.search(lastWords) === 0))?.[1]
}

/** `VAT`, `Rate`, `of`, `2026`. */
const word = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+/gu
