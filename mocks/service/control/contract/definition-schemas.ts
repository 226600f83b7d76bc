import { compileDefinition } from '../../../data/model/definitions/compiled-definition.ts'
import {
  identifiersOf,
  type EntityDefinition,
  type PropertyMember,
  type PropertyType,
} from '../../../data/model/definitions/definition.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { type JsonSchema, reference, type Direction } from './schemas.ts'
import type { OpenApiDocument } from './openapi.ts'

/**
 * Adds the schemas of a sandbox's definitions: their entities in responses (`Entity.Demo.Recipe`) and in requests
 * (`EntityInput.Demo.Recipe`), and the identifiers of option lists (`Options.Demo.Courses`).
 */
export function addDefinitions({ components }: OpenApiDocument, data: Data): void {
  const lists = Array.from(data.optionLists.all(), ({ name, values }): [string, JsonSchema] => [
    optionsName(name),
    {
      type: 'string',
      enum: identifiersOf(values),
      description: `Identifier of an option in the list ${name}.`,
    },
  ])
  const entities = Array.from(data.definitions.all()).flatMap((definition): [string, JsonSchema][] => [
    [entitySchemaName(definition.name, 'output'), entitySchema(definition, data, 'output')],
    [entitySchemaName(definition.name, 'input'), entitySchema(definition, data, 'input')],
  ])

  Object.assign(
    components.schemas,
    Object.fromEntries([...lists, ...entities].sort(([one], [other]) => (one < other ? -1 : 1))),
  )
}

function entitySchema(definition: EntityDefinition, data: Data, direction: Direction): JsonSchema {
  const properties = [...compileDefinition(definition).properties.values()]
  const isInput = direction === 'input'

  return {
    description: isInput
      ? `An entity of ${definition.name} in a request.`
      : `An entity of ${definition.name}.`,
    allOf: [
      reference(isInput ? 'EntityInput' : 'Entity'),
      {
        type: 'object',
        properties: {
          properties: {
            type: 'object',
            properties: Object.fromEntries(
              properties.map((property) => [property.name, propertySchema(property, data, direction)]),
            ),
            additionalProperties: false,
          },
        },
      },
    ],
  }
}

const types: Readonly<Record<PropertyType, JsonSchema>> = {
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Integer: { type: 'integer', format: 'int32' },
  Long: { type: 'integer', format: 'int64' },
  Decimal: { type: 'number' },
  DateTime: { type: 'string', format: 'date-time' },
  DateTimeOffset: { type: 'string', format: 'date-time' },
  Json: {},
}

/**
 * The schema of a property's value. A multi-language value is an object by culture; a request may also send a plain
 * value, for the culture in the query (`culture`).
 */
function propertySchema(property: PropertyMember, data: Data, direction: Direction): JsonSchema {
  const single = valueSchema(property, data, direction)
  const value = orNull(property.is_multivalue ? { type: 'array', items: single } : single)
  const description = property.labels['en-US'] ?? property.name

  if (!property.is_multilanguage) return { description, ...value }

  const byCulture = { type: 'object', additionalProperties: value }

  return { description, ...(direction === 'input' ? { anyOf: [byCulture, value] } : byCulture) }
}

/** In responses, an option with its labels; in requests, its identifier, or the option as a response contains it. */
function valueSchema({ type, datasource }: PropertyMember, data: Data, direction: Direction): JsonSchema {
  if (!datasource || !data.optionLists.get(datasource)) return types[type]

  const identifier = reference(optionsName(datasource))

  const option = {
    type: 'object',
    properties: { identifier, labels: { type: 'object', additionalProperties: { type: 'string' } } },
  }

  return direction === 'input'
    ? { anyOf: [identifier, { ...option, required: ['identifier'] }] }
    : { ...option, required: ['identifier', 'labels'] }
}

function orNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}

/**
 * Name of the schema of an option list. It may have no characters but ASCII letters, digits, `.`, `-` and `_`, so
 * others are written as their code point between underscores (`ö` as `_f6_`), and an underscore as two.
 */
function optionsName(list: string): string {
  const name = list.replace(/[^A-Za-z0-9.-]/gu, (character) =>
    character === '_' ? '__' : `_${character.codePointAt(0)?.toString(16) ?? ''}_`,
  )

  return `Options.${name}`
}

/** Name of the schema of a definition's entities in requests (`input`) or responses. */
export function entitySchemaName(definition: string, direction: Direction): string {
  return `${direction === 'input' ? 'EntityInput' : 'Entity'}.${definition}`
}
