import { GraphQLBoolean, GraphQLInt, GraphQLScalarType, GraphQLString } from 'graphql'
import type { PropertyType } from '../../../data/model/definitions/definition.ts'
import { expectedValue, readValue } from '../../../data/model/query/values.ts'
import type { Json } from '../../../data/model/shared/json.ts'

/** Any JSON: values by culture, properties of type Json, and the addresses of files. */
export const JsonScalar = new GraphQLScalarType<Json, Json>({
  name: 'JSON',
  description: 'Any JSON, such as the values of a property by culture.',
})

export const DateTimeScalar = new GraphQLScalarType<Json, Json>({
  name: 'DateTime',
  description: 'A point in time as ISO 8601, such as 2022-11-03T04:27:34.000Z.',
  parseValue: (value) => dateOf(value),
})

const LongScalar = new GraphQLScalarType<Json, Json>({
  name: 'Long',
  description: 'A whole number of up to 53 bits.',
  parseValue: (value) => numberOf(value, 'Long', Number.isSafeInteger),
})

const DecimalScalar = new GraphQLScalarType<Json, Json>({
  name: 'Decimal',
  description: 'A number.',
  parseValue: (value) => numberOf(value, 'Decimal', Number.isFinite),
})

export const scalarOf: Readonly<Record<PropertyType, GraphQLScalarType>> = {
  String: GraphQLString,
  Boolean: GraphQLBoolean,
  Integer: GraphQLInt,
  Long: LongScalar,
  Decimal: DecimalScalar,
  DateTime: DateTimeScalar,
  DateTimeOffset: DateTimeScalar,
  Json: JsonScalar,
}

/** The names of types that do not follow from definitions. */
export const reservedNames = ['Query', 'PageInfo', 'ID', 'Float', ...Object.values(scalarOf).map(String)]

function dateOf(value: unknown): Json {
  const date = typeof value === 'string' ? readValue('date', value) : undefined

  if (date === undefined) {
    throw new TypeError(`DateTime expects ${expectedValue('date', '')}, not ${shown(value)}.`)
  }

  return date
}

function numberOf(value: unknown, type: string, isAllowed: (value: number) => boolean): number {
  if (typeof value !== 'number' || !isAllowed(value)) {
    throw new TypeError(`${type} expects a number, not ${shown(value)}.`)
  }

  return value
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 60)
}
