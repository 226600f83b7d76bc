import type { PropertyMember, PropertyType } from '../../model/definitions/definition.ts'
import type { OptionList, OptionValue } from '../../model/definitions/option-list.ts'
import type { Json } from '../../model/shared/json.ts'
import { momentWithin } from '../generator/dates.ts'
import type { StreamFaker } from '../generator/english-faker.ts'
import { createStream, type RandomStream } from '../../model/shared/random-stream.ts'
import { numberMakerOf } from './number-hints.ts'
import { matches } from '../../model/shared/expressions.ts'
import { textMatching } from './pattern.ts'
import { textMakerOf } from './text-hints.ts'

/** The record a value is made for. */
export interface ValueSource {
  seed: number
  definition: string
  index: number
  cultures: readonly string[]
  faker: StreamFaker
}

/** One value of a property, without regard to cultures and lists. */
type ScalarMaker = (source: ValueSource, stream: RandomStream, culture: string, attempt: number) => Json

/** Makes the value of one property of one record; undefined leaves it empty. Attempts differ from one another. */
export type Filler = (source: ValueSource, attempt: number) => Json | undefined

/** How to fill a property without a recipe: by its type, its name and its flags. */
export function fillerOf(member: PropertyMember, list: OptionList | undefined): Filler {
  const choices = list?.values.flatMap(identifiersOf) ?? []
  if (list && choices.length === 0) return () => undefined

  const scalar = list ? choiceOf(choices, member.is_unique) : scalarMakers[member.type](member)
  const value = member.is_multivalue ? several(scalar, member.is_unique ? 1 : 3) : scalar

  return (source, attempt) => {
    const { seed, definition, index, cultures } = source
    const streamAgain = (): RandomStream => createStream(seed, definition, index, member.name, attempt)
    const isEmpty = createStream(seed, definition, index, member.name, 'empty').chance(0.12)
    if (isEmpty && !member.is_mandatory) return undefined
    if (!member.is_multilanguage) return value(source, streamAgain(), cultures[0] ?? 'en-US', attempt)

    return Object.fromEntries(
      cultures.map((culture) => [culture, value(source, streamAgain(), culture, attempt)]),
    )
  }
}

/** How many records can have different values in a unique property. */
export function distinctValues(member: PropertyMember, list: OptionList | undefined): number {
  if (list) return list.values.flatMap(identifiersOf).length

  return member.type === 'Boolean' ? 2 : Number.POSITIVE_INFINITY
}

const scalarMakers: Record<PropertyType, (member: PropertyMember) => ScalarMaker> = {
  String: stringMaker,
  Boolean: ({ is_unique }) => (is_unique ? choiceOf([true, false], true) : (_, stream) => stream.chance(0.6)),
  Integer: wholeMaker,
  Long: wholeMaker,
  Decimal: ({ name, is_unique }) => {
    const make = numberMakerOf(name)

    return ({ index }, stream) => Math.round(make(stream, index) * 100) / 100 + (is_unique ? index * 1000 : 0)
  },
  DateTime: dateMaker,
  DateTimeOffset: dateMaker,
  Json: jsonMaker,
}

function stringMaker({ name, content_type, validation_expression, is_unique }: PropertyMember): ScalarMaker {
  const make = textMakerOf(name, content_type)

  return (source, stream, culture) => {
    const faker = source.faker.follow(stream)
    const text = make({ stream, faker, culture, index: source.index })
    const own = is_unique ? numbered(text, source.index) : text
    if (!validation_expression || matches(validation_expression, own) !== false) return own

    return textMatching(validation_expression, stream) ?? own
  }
}

function jsonMaker({ is_unique }: PropertyMember): ScalarMaker {
  return ({ index }, stream) => ({
    source: stream.pick(['import', 'editor', 'api']),
    revision: is_unique ? index + 1 : stream.between(1, 9),
  })
}

/** Puts the record's number where it reads well: before the @ of an address, behind anything else. */
function numbered(text: string, index: number): string {
  if (text.includes('@')) return text.replace('@', `${index + 1}@`)

  return `${text}${text.includes(' ') ? ' ' : '-'}${index + 1}`
}

function wholeMaker({ name, is_unique }: PropertyMember): ScalarMaker {
  const make = numberMakerOf(name)

  return ({ index }, stream) => (is_unique ? 1000 + index : Math.round(make(stream, index)))
}

function dateMaker({ name }: PropertyMember): ScalarMaker {
  if (/birth/i.test(name)) return (_, stream) => momentWithin(stream, -60 * 365, -20 * 365)
  if (/(due|end|ends|expir|until|valid|deadline|review)/i.test(name))
    return (_, stream) => momentWithin(stream, -60, 365)

  return (_, stream) => momentWithin(stream, -3 * 365, 0)
}

/** Where values must differ, each record takes the next one. */
function choiceOf(choices: readonly (string | boolean)[], isUnique: boolean): ScalarMaker {
  if (isUnique) return ({ index }, _, __, attempt) => choices[(index + attempt) % choices.length] ?? null

  return (_, stream) => stream.pick(choices)
}

function several(make: ScalarMaker, most: number): ScalarMaker {
  return (source, stream, culture, attempt) => {
    const values = Array.from({ length: stream.between(1, most) }, () =>
      make(source, stream, culture, attempt),
    )

    return values.filter((value, position) => {
      const text = JSON.stringify(value)

      return values.findIndex((other) => JSON.stringify(other) === text) === position
    })
  }
}

function identifiersOf(value: OptionValue): string[] {
  return [value.identifier, ...(value.values ?? []).flatMap(identifiersOf)]
}
