import type { Faker, Fakers } from '../generator/fakers.ts'
import { slug, inEachCulture } from '../words/translations.ts'
import { words } from '../words/word-lists.ts'
import type { Recipe } from './recipe.ts'

/** A city of the Netherlands or Germany, whose name is the same in every language. */
export function cityOf({ en: { helpers, datatype }, de }: Fakers): { name: string; country: Country } {
  return datatype.boolean()
    ? { name: helpers.arrayElement(words.cities), country: 'nl' }
    : { name: helpers.arrayElement(de.definitions.location.city_name ?? words.cities), country: 'de' }
}

type Country = 'nl' | 'de'

/** What comes after the last name in the name of a partner. */
const suffixes: Readonly<Record<string, readonly string[]>> = {
  photographer: ['', '', 'Photography'],
  agency: ['& Partners', 'Studio', 'Creative'],
  printer: ['Press', 'Print Works'],
  translator: ['', 'Translations'],
}

/** What other records mention of a partner; its name is a person's or a company's. */
export function partnerFacts(fakers: Fakers) {
  const { helpers } = fakers.en
  const kind = helpers.arrayElement(['photographer', 'photographer', 'agency', 'printer', 'translator'])
  const { name: city, country } = cityOf(fakers)
  const { person: names } = fakers[country]
  const lastName = names.lastName()
  const person = `${names.firstName()} ${lastName}`
  const suffix = helpers.arrayElement(suffixes[kind] ?? [''])

  return { kind, person, name: suffix === '' ? person : `${lastName} ${suffix}`, city, country }
}

export function personName({ person }: Faker): string {
  return `${person.firstName()} ${person.lastName()}`
}

export const partner: Recipe = {
  weight: 6,
  firstCount: 1,
  make({ index, faker, factsOf }) {
    const { kind, name, person, city, country } = factsOf('M.Partner', index, partnerFacts)
    const isPaidByDay = kind === 'photographer' || kind === 'agency'

    return {
      properties: {
        Name: name,
        Kind: kind,
        ContactPerson: person,
        Email: `${slug(person).replaceAll('-', '.')}.${index + 1}@example.com`,
        Phone: faker.helpers.replaceSymbols(country === 'nl' ? '+31 2# 555 ####' : '+49 3# 555 ####'),
        City: inEachCulture(() => city),
        Country: country.toUpperCase(),
        DayRate: isPaidByDay ? faker.number.int({ min: 400, max: 1500, multipleOf: 50 }) : null,
      },
    }
  },
}
