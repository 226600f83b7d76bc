import { z } from 'zod'
import { ignoredMembers } from '../../../data/model/shared/ignored-members.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'

/** The parts of JSON Schema (2020-12) that the contract uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly [keyword: string]: unknown
}

/** Whether a schema describes requests or responses. */
export type Direction = 'input' | 'output'

/**
 * Converts Zod schemas to JSON Schemas, and collects the named ones (`meta({ id })`), which become references. They
 * have separate schemas for responses and requests: `Link` and `LinkInput`.
 */
export class Schemas {
  readonly #named = new Map<string, JsonSchema>()

  /** The JSON Schema of a Zod schema in requests, or a reference to it if it is named. */
  readonly input = computedOnce((schema: z.ZodType) => this.#convert(schema, 'input'))
  /** The same in responses. */
  readonly output = computedOnce((schema: z.ZodType) => this.#convert(schema, 'output'))

  get named(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#named].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  #convert(schema: z.ZodType, direction: Direction): JsonSchema {
    // Wrapped in an object, because Zod makes a reference only to a nested schema.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
      io: direction,
      unrepresentable: 'any',
      override: (context) => {
        simplify(context)
        if (direction === 'input') addIgnored(context)
      },
    }) as JsonSchema // Zod's type is more specific
    const names = Object.fromEntries(
      Object.keys($defs)
        // Zod calls schemas that are used several times and have no id `__schema0`, `__schema1` and so on.
        .filter((name) => !name.startsWith('__schema'))
        .map((name) => [name, direction === 'input' && !name.endsWith('Input') ? `${name}Input` : name]),
    )

    for (const [name, documentName] of Object.entries(names)) {
      this.#named.set(documentName, name === 'Json' ? anyJson : resolved($defs[name] ?? {}, { names, $defs }))
    }

    return resolved(properties?.schema ?? {}, { names, $defs })
  }
}

/** Any JSON. Its structure is omitted, because type generators don't support recursive schemas. */
const anyJson: JsonSchema = { description: 'Any JSON.' }

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

interface SchemaContext {
  readonly zodSchema: z.core.$ZodType
  readonly jsonSchema: z.core.JSONSchema.BaseSchema
}

/** Removes redundant keywords: the bounds that Zod adds to every integer, the pattern of a format, `propertyNames`. */
function simplify({ jsonSchema }: SchemaContext): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  // Names of members are always strings.
  delete jsonSchema.propertyNames
}

/** Adds members that existing clients send although the service ignores them. */
function addIgnored({ zodSchema, jsonSchema }: SchemaContext): void {
  const names = ignoredMembers(zodSchema).names.filter((name) => !(name in (jsonSchema.properties ?? {})))

  if (names.length === 0) return

  const ignored = { description: 'Has no effect; existing clients send it.' }

  jsonSchema.properties = {
    ...jsonSchema.properties,
    ...Object.fromEntries(names.map((name) => [name, ignored])),
  }
}

interface NamedDefs {
  /** The name in the document of each named schema of `$defs`. */
  readonly names: Readonly<Record<string, string>>
  readonly $defs: Readonly<Record<string, JsonSchema>>
}

/** Makes references to named schemas point into the document, and inlines unnamed schemas. */
function resolved(schema: JsonSchema, defs: NamedDefs, within: readonly string[] = []): JsonSchema {
  const copy: unknown = JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    // `meta({ id })` appears as a keyword that OpenAPI does not have.
    if (key === 'id' && typeof value === 'string') return undefined
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value

    const { $ref, ...others } = value
    const name = String($ref).replace('#/$defs/', '')
    const documentName = defs.names[name]

    if (documentName !== undefined) return { ...reference(documentName), ...others }
    if (within.includes(name)) throw new Error(`A recursive schema needs a name: ${name}.`)

    return { ...resolved(defs.$defs[name] ?? {}, defs, [...within, name]), ...others }
  })

  return copy as JsonSchema // references replaced, ids removed
}
