import type { Faker } from '../generator/fakers.ts'
import { atSomeMoment } from '../recipes/asset-kinds.ts'
import { personName } from '../recipes/partner.ts'
import { inCulture, slug } from '../words/translations.ts'
import { words } from '../words/word-lists.ts'

/** What a text is generated from. The faker draws the same in all cultures of a value, so its texts are translations. */
interface TextSource {
  faker: Faker
  culture: string
}

type TextMaker = (source: TextSource) => string

/** Plausible texts, by the end of the property's name; the first match applies. */
const hints: readonly Hint<TextMaker>[] = [
  [/e?mail(address)?$/i, ({ faker }) => faker.internet.exampleEmail().toLowerCase()],
  [/(phone|telephone|mobile|fax)(number)?$/i, ({ faker }) => faker.helpers.replaceSymbols('+31 20 555 ####')],
  [
    /(filename|file)$/i,
    (source) => `${slug(title(source))}-${source.faker.number.int({ min: 1, max: 99 })}.jpg`,
  ],
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
  [/currency(_?code)?$/i, ({ faker }) => faker.finance.currencyCode()],
  [
    /(culture|locale|language)(_?code)?$/i,
    ({ faker }) => faker.helpers.arrayElement(['en-US', 'nl-NL', 'de-DE', 'fr-FR']),
  ],
  [/(colou?r|hex)$/i, ({ faker }) => faker.color.rgb()],
  [/(isbn)$/i, ({ faker }) => faker.commerce.isbn({ separator: '-' })],
  [/(gtin|ean|barcode)$/i, ({ faker }) => faker.string.numeric(13)],
  [
    /(sku|code|number|reference|ref|no|nr|key|serial)$/i,
    ({ faker }) => faker.helpers.replaceSymbols('?-#####'),
  ],
  [/(guid|uuid)$/i, ({ faker }) => faker.string.uuid()],
  [/(version)$/i, ({ faker }) => faker.system.semver()],
  [
    /(mime_?type|content_?type|media_?type)$/i,
    ({ faker }) => faker.helpers.arrayElement(['image/jpeg', 'image/png', 'application/pdf']),
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
    ({ faker, culture }) => inCulture(faker.helpers.arrayElement(words.tags), culture),
  ],
  [/(title|subject|headline|heading|tagline)$/i, (source) => title(source)],
  [/name$/i, (source) => name(source)],
]

/** Returns the function that generates texts for a property of this name. */
export function textMakerOf(property: string, contentType: string | null | undefined): TextMaker {
  const isLong = contentType && /multi|html|rich/i.test(contentType)

  return hinted(hints, property) ?? (isLong ? (source) => paragraph(source, 2) : title)
}

/** "Harbour at dawn". */
function title({ faker, culture }: TextSource): string {
  return inCulture(atSomeMoment(faker, faker.helpers.arrayElement(words.scenes)), culture)
}

/** "Lighthouse 23". */
function name({ faker, culture }: TextSource): string {
  const scene = inCulture(faker.helpers.arrayElement(words.scenes).name, culture)

  return `${scene} ${faker.number.int({ min: 1, max: 99 })}`
}

const sentences = [...words.sentences, ...words.benefits, ...words.notes]

function paragraph({ faker, culture }: TextSource, count: number): string {
  const texts = faker.helpers.arrayElements(sentences, count)

  return texts.map((text) => inCulture(text, culture)).join(' ')
}

type NumberMaker = (faker: Faker, index: number) => number

const between =
  (min: number, max: number): NumberMaker =>
  ({ number }) =>
    number.int({ min, max })

/** Plausible numbers, by the end of the property's name; the first match applies. */
const numberHints: readonly Hint<NumberMaker>[] = [
  [/(latitude|lat)$/i, ({ location }) => location.latitude({ min: 36, max: 60 })],
  [/(longitude|lng|lon)$/i, ({ location }) => location.longitude({ min: -9, max: 24 })],
  [/(percent(age)?|ratio|rate|vat|discount)$/i, between(0, 100)],
  [/(price|amount|cost|total|revenue|value)$/i, ({ number }) => number.int({ min: 4, max: 400 }) + 0.95],
  [/(budget|salary)$/i, ({ number }) => number.int({ min: 2000, max: 100_000, multipleOf: 500 })],
  [/(rating|score|stars)$/i, ({ number }) => number.int({ min: 10, max: 50 }) / 10],
  [/(size|bytes)$/i, between(40_000, 24_000_000)],
  [/(width|height|pixels)$/i, ({ number }) => number.int({ min: 640, max: 4800, multipleOf: 80 })],
  [/(weight|mass)(kg)?$/i, ({ number }) => number.int({ min: 2, max: 400 }) / 10],
  [/(duration|seconds)$/i, between(8, 600)],
  [/(minutes|hours)$/i, between(1, 90)],
  [/year$/i, between(1998, 2026)],
  [/age$/i, between(18, 80)],
  [/(order|position|rank|index|sequence)$/i, (_, index) => index + 1],
  [/(count|stock|quantity|servings|seats|capacity|pages|number)$/i, between(1, 120)],
]

export function numberMakerOf(property: string): NumberMaker {
  return hinted(numberHints, property) ?? between(1, 1000)
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
