import type { JsonSchema } from './json-schema.ts'
import type { Direction } from './schemas.ts'

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
      return 'Json'
    default:
      return String(type)
  }
}

function objectText(schema: JsonSchema, direction: Direction, text: (inner: unknown) => string): string {
  const { properties = {}, additionalProperties } = schema
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const others = typeof additionalProperties === 'object' ? text(additionalProperties) : undefined
  const members = Object.entries(properties).map(([name, member]) => {
    const isRequired = required.has(name)

    return `${keyText(name)}${isRequired ? '' : '?'}: ${text(member)}${isRequired || direction === 'output' ? '' : ' | undefined'}`
  })

  if (members.length === 0) return `{ [name: string]: ${others ?? 'never'} }`

  return `{ ${members.join('; ')} }${others === undefined ? '' : ` & { [name: string]: ${others} }`}`
}

/** The name of a member, quoted if necessary. */
export function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function grouped(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type
}
