import {
  identifiersOf,
  type PropertyMember,
  type PropertyType,
  type OptionList,
} from '../../model/definitions/definition.ts'
import type { Json } from '../../model/shared/json.ts'
import { momentWithin } from '../generator/random-dates.ts'
import type { Faker, Fakers } from '../generator/fakers.ts'
import { createStream } from '../../model/shared/random.ts'
import { hinted, type Hint, numberMakerOf, textMakerOf } from './hints.ts'
import { matches } from '../../model/shared/regular-expressions.ts'
import { textMatching } from './text-matching.ts'

/** The record that a value is generated for. */
export interface ValueSource {
  seed: number
  definition: string
  index: number
  cultures: readonly string[]
  fakers: Fakers
}

/** Generates a single value of a property, in one culture. */
type ScalarMaker = (source: ValueSource, faker: Faker, culture: string, attempt: number) => Json

/** Generates the value of a property for a record; undefined for no value. Another attempt may return another value. */
export type Filler = (source: ValueSource, attempt: number) => Json | undefined

/** Returns the filler of a property without a recipe, by its type, name and flags. */
export function fillerOf(member: PropertyMember, list: OptionList | undefined): Filler {
  const choices = identifiersOf(list?.values ?? [])
  if (list && choices.length === 0) return () => undefined

  const scalar = list ? choiceOf(choices, member.is_unique) : scalarMakers[member.type](member)
  const value = member.is_multivalue ? listMaker(scalar, member.is_unique ? 1 : 3) : scalar

  return (source, attempt) => {
    const { seed, definition, index, cultures, fakers } = source
    const drawing = (what: string | number): Faker =>
      fakers.drawFrom(createStream(seed, definition, index, member.name, what)).en
    if (!member.is_mandatory && drawing('empty').datatype.boolean(0.12)) return undefined
    if (!member.is_multilanguage) return value(source, drawing(attempt), cultures[0] ?? 'en-US', attempt)

    return Object.fromEntries(
      cultures.map((culture) => [culture, value(source, drawing(attempt), culture, attempt)]),
    )
  }
}

export function distinctValueCount(member: PropertyMember, list: OptionList | undefined): number {
  if (list) return identifiersOf(list.values).length

  return member.type === 'Boolean' ? 2 : Number.POSITIVE_INFINITY
}

const scalarMakers: Record<PropertyType, (member: PropertyMember) => ScalarMaker> = {
  String: stringMaker,
  Boolean: ({ is_unique }) =>
    is_unique ? choiceOf([true, false], true) : (_, faker) => faker.datatype.boolean(0.6),
  Integer: integerMaker,
  Long: integerMaker,
  Decimal: ({ name, is_unique }) => {
    const make = numberMakerOf(name)

    return ({ index }, faker) => Math.round(make(faker, index) * 100) / 100 + (is_unique ? index * 1000 : 0)
  },
  DateTime: dateMaker,
  DateTimeOffset: dateMaker,
  Json: jsonMaker,
}

function stringMaker({ name, content_type, validation_expression, is_unique }: PropertyMember): ScalarMaker {
  const make = textMakerOf(name, content_type)

  return ({ index }, faker, culture) => {
    const text = make({ faker, culture })
    const value = is_unique ? numbered(text, index) : text
    if (!validation_expression || matches(validation_expression, value) !== false) return value

    const sampled = textMatching(validation_expression, faker)

    return sampled !== undefined && matches(validation_expression, sampled) !== false ? sampled : value
  }
}

function jsonMaker({ is_unique }: PropertyMember): ScalarMaker {
  return ({ index }, { helpers, number }) => ({
    source: helpers.arrayElement(['import', 'editor', 'api']),
    revision: is_unique ? index + 1 : number.int({ min: 1, max: 9 }),
  })
}

/** Appends the number of the record: to a text, or to the name in an e-mail address. */
function numbered(text: string, index: number): string {
  if (text.includes('@')) return text.replace('@', `${index + 1}@`)

  return `${text}${text.includes(' ') ? ' ' : '-'}${index + 1}`
}

function integerMaker({ name, is_unique }: PropertyMember): ScalarMaker {
  const make = numberMakerOf(name)

  return ({ index }, faker) => (is_unique ? 1000 + index : Math.round(make(faker, index)))
}

/** In days from the reference date, by words of the property's name. */
const dateHints: readonly Hint<[from: number, to: number]>[] = [
  [/birth/i, [-60 * 365, -20 * 365]],
  [/due|end|expir|until|valid|deadline|review/i, [-60, 365]],
]

function dateMaker({ name }: PropertyMember): ScalarMaker {
  const [from, to] = hinted(dateHints, name) ?? [-3 * 365, 0]

  return (_, { number }) => momentWithin(number.float(), from, to)
}

/** Unique values are assigned in order, others at random. */
function choiceOf(choices: readonly (string | boolean)[], isUnique: boolean): ScalarMaker {
  if (isUnique) return ({ index }, _, __, attempt) => choices[(index + attempt) % choices.length] ?? null

  return (_, { helpers }) => helpers.arrayElement(choices)
}

function listMaker(make: ScalarMaker, maxLength: number): ScalarMaker {
  return (source, faker, culture, attempt) => {
    const values = Array.from({ length: faker.number.int({ min: 1, max: maxLength }) }, () =>
      make(source, faker, culture, attempt),
    )

    return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
  }
}
