import type { JsonSchema, Direction } from '../../mocks/service/control/contract/schemas.ts'
import type { OpenApiDocument } from '../../mocks/service/control/contract/openapi.ts'

type Operation = OpenApiDocument['paths'][string][string]
type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

const methods = ['get', 'post', 'put', 'delete']

/**
 * The operations of the contract as TypeScript: a line with the types of request and response, by method and path. They
 * have no descriptions, since editors show none for a path in a string.
 */
export function operationsText({ paths, components }: OpenApiDocument): string {
  const { Json: _, JsonInput: __, ...schemas } = components.schemas
  const operations = methods.map((method) => {
    const lines = Object.entries(paths).flatMap(([path, { [method]: operation }]) => {
      const response = operation && responseText(operation)

      // An endless stream has no type, because it is never received completely.
      return !operation || response === undefined
        ? []
        : [`    ${keyText(path)}: ${operationText(operation, response)}`]
    })

    return [`  ${method.toUpperCase()}: {`, ...lines, '  }'].join('\n')
  })

  return [
    '/** The operations of the contract. Generated: `npm run generate`. */',
    "import type { PropertyName, RelationName } from '../data/model/definitions/typed-definitions.ts'",
    '',
    'export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }',
    'export type JsonInput = string | number | boolean | null | readonly JsonInput[] | { readonly [name: string]: JsonInput | undefined }',
    ...Object.entries(schemas).map(([name, schema]) => {
      // Schemas of requests have separate names where they differ from those of responses.
      return `export type ${name} = ${typeText(schema, name.endsWith('Input') ? 'input' : 'output')}`
    }),
    '',
    'export interface Operations {',
    ...operations,
    '}',
    '',
  ].join('\n')
}

function operationText({ parameters, requestBody }: Operation, response: string): string {
  const members = [
    ...['path', 'query'].flatMap((place) => {
      const inPlace = parameters.flatMap((each) => ('in' in each && each.in === place ? [each] : []))
      const texts = inPlace.map(({ name, required, schema }) => {
        const type = typeText(schema, 'input')

        return `${keyText(name)}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'}`
      })

      return texts.length === 0 ? [] : [`${place}: { ${texts.join('; ')} }`]
    }),
    ...(requestBody ? [`body${requestBody.required ? '' : '?'}: ${bodyText(requestBody.content)}`] : []),
    `response: ${response}`,
  ]

  return `{ ${members.join('; ')} }`
}

function bodyText({ 'application/json': json, ...others }: Content): string {
  return [
    ...(json ? [typeText(json.schema, 'input')] : []),
    ...(Object.keys(others).length > 0 ? ['Blob | FormData | URLSearchParams'] : []),
  ].join(' | ')
}

/** The type of a successful response; undefined for an endless stream. */
function responseText({ responses }: Operation): string | undefined {
  const contents = Object.entries(responses).flatMap(([status, response]): Content[] =>
    status.startsWith('2') && !('$ref' in response) ? [response.content ?? {}] : [],
  )
  const types = contents.flatMap(({ 'application/json': json, 'text/event-stream': stream, ...others }) => [
    ...(json ? [typeText(json.schema, 'output')] : []),
    ...(Object.keys(others).length > 0 ? ['Blob'] : []),
    ...((json ?? stream ?? Object.keys(others)[0]) ? [] : ['undefined']),
  ])

  return types.length === 0 && contents.length > 0
    ? undefined
    : [...new Set(types)].join(' | ') || 'undefined'
}

/** A schema of the contract as a TypeScript type. In requests, arrays are readonly, and optional members may be undefined. */
export function typeText(schema: JsonSchema, direction: Direction): string {
  const text = (inner: unknown): string => typeText(inner as JsonSchema, direction) // subschemas
  const { $ref, type, anyOf, oneOf, allOf, not } = schema
  const choices =
    anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((each: string) => ({ type: each })) : undefined)

  if ($ref !== undefined) return $ref.replace(/^.*\//, '')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(choices)) return [...new Set(choices.map(text))].join(' | ')
  if (Array.isArray(allOf)) return allOf.map((part) => grouped(text(part))).join(' & ')
  if (not !== undefined) return 'never'

  switch (type) {
    case 'object':
      return objectText(schema, direction, text)
    case 'array':
      return `${direction === 'input' ? 'readonly ' : ''}${grouped(text(schema['items'] ?? {}))}[]`
    case 'integer':
      return 'number'
    case undefined:
      return direction === 'input' ? 'JsonInput' : 'Json'
    default:
      return String(type)
  }
}

/** The members of requests that name properties or relations of definitions, as their keys or their value. */
const namesOf: Readonly<Record<string, string>> = {
  properties: 'PropertyName',
  property: 'PropertyName',
  relations: 'RelationName',
  relation: 'RelationName',
}

/** The type of a member: names that definitions have are checked if the definitions are known to the compiler. */
function namedText(name: string, text: string): string {
  const names = namesOf[name]

  if (names === undefined) return text

  return text === 'string' ? names : text.replace(/^\{ \[name: string\]:/, `{ readonly [name in ${names}]?:`)
}

function objectText(schema: JsonSchema, direction: Direction, text: (inner: unknown) => string): string {
  const { properties = {}, additionalProperties } = schema
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const others = typeof additionalProperties === 'object' ? text(additionalProperties) : undefined
  // A filter may name a field of every entity instead.
  const isNamed = direction === 'input' && !('type' in properties)
  const members = Object.entries(properties).map(([name, member]) => {
    const isRequired = required.has(name)

    return `${keyText(name)}${isRequired ? '' : '?'}: ${isNamed ? namedText(name, text(member)) : text(member)}${isRequired || direction === 'output' ? '' : ' | undefined'}`
  })

  if (members.length === 0) return `{ [name: string]: ${others ?? 'never'} }`

  return `{ ${members.join('; ')} }${others === undefined ? '' : ` & { [name: string]: ${others} }`}`
}

/** The name of a member, quoted if necessary. */
function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function grouped(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type
}
