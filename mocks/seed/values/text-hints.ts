import type { Faker } from '../generator/english-faker.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'
import { hinted, type Hint } from './hints.ts'
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
