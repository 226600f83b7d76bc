import type { Faker } from '../generator/english-faker.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'
import { slug } from '../values/spelling.ts'
import { digits, personName } from '../values/hints.ts'
import { inEachCulture } from '../words/translations.ts'
import { places } from '../words/words.ts'
import type { Recipe } from './recipe.ts'

interface PartnerFacts {
  kind: string
  /** A person's or a company's name. */
  name: string
  person: string
}

export function partnerFacts(stream: RandomStream, faker: Faker): PartnerFacts {
  const kind = stream.pick([
    'photographer',
    'photographer',
    'photographer',
    'agency',
    'printer',
    'translator',
  ])
  const person = personName(faker)
  const lastName = person.slice(person.indexOf(' ') + 1)
  const suffix = stream.pick(suffixes.get(kind) ?? [''])

  return { kind, person, name: suffix === '' ? person : `${lastName} ${suffix}` }
}

const suffixes = new Map([
  ['photographer', ['', '', 'Photography']],
  ['agency', ['& Partners', 'Studio', 'Creative']],
  ['printer', ['Press', 'Print Works']],
  ['translator', ['', 'Translations']],
])

const diallingCodes = new Map([
  ['NL', '+31'],
  ['BE', '+32'],
  ['DE', '+49'],
  ['AT', '+43'],
  ['DK', '+45'],
  ['CH', '+41'],
  ['SE', '+46'],
  ['FR', '+33'],
])

export const partner: Recipe = {
  weight: 6,
  firstCount: 1,
  make({ index, stream, fakerFor, factsStream }) {
    const partnerStream = factsStream('M.Partner', index)
    const { kind, name, person } = partnerFacts(partnerStream, fakerFor(partnerStream))
    const city = stream.pick(places.cities)

    return {
      properties: {
        Name: name,
        Kind: kind,
        ContactPerson: person,
        Email: `${slug(person).replaceAll('-', '.')}.${index + 1}@example.com`,
        Phone: `${diallingCodes.get(city.country) ?? '+31'} ${stream.between(20, 79)} 555 ${digits(stream, 4)}`,
        City: inEachCulture((t) => t(city.name)),
        Country: city.country,
        DayRate: kind === 'photographer' || kind === 'agency' ? stream.between(8, 30) * 50 : null,
      },
    }
  },
}
