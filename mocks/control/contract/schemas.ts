import { z } from 'zod'
import { ignoredMembers } from '../../model/shared/ignored-members.ts'
import type { JsonSchema } from './json-schema.ts'

/** Whether a schema says what is sent to the service, or what it answers. */
export type Direction = 'input' | 'output'

/**
 * Turns Zod schemas into JSON Schemas that refer to those with a name (`meta({ id })`), which it gathers. A named
 * schema that a body has otherwise than a response gets two of them: `Link` and `LinkInput`.
 */
export class Schemas {
  readonly #named = new Map<string, JsonSchema>()
  readonly #converted = new Map<z.ZodType, Partial<Record<Direction, JsonSchema>>>()

  /** The named schemas, by name. */
  get named(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#named].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  /** Adds a schema of another origin. */
  add(name: string, schema: JsonSchema): JsonSchema {
    this.#named.set(name, schema)

    return reference(name)
  }

  /** A schema as the document has it: in place, or as a reference to a named one. */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const known = this.#converted.get(schema) ?? {}
    const converted = (known[direction] ??= this.#convert(schema, direction))

    this.#converted.set(schema, known)

    return converted
  }

  #convert(schema: z.ZodType, direction: Direction): JsonSchema {
    // Inside of another one, a named schema becomes a reference even where it is all there is.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
      io: direction,
      unrepresentable: 'any',
      override: (context) => {
        simplify(context)
        if (direction === 'input') addIgnored(context)
      },
    }) as JsonSchema // Zod's type of it knows every keyword
    const names = Object.fromEntries(
      Object.keys($defs)
        .filter((name) => !isUnnamed(name))
        .map((name) => [name, direction === 'input' && !name.endsWith('Input') ? `${name}Input` : name]),
    )

    for (const [name, ownName] of Object.entries(names)) {
      this.#named.set(ownName, name === 'Json' ? anyJson : resolved($defs[name] ?? {}, { names, $defs }))
    }

    return resolved(properties?.schema ?? {}, { names, $defs })
  }
}

/** Said in full it would hold itself, which generators of types do not take. */
const anyJson: JsonSchema = { description: 'Any JSON.' }

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

interface SchemaContext {
  readonly zodSchema: z.core.$ZodType
  readonly jsonSchema: z.core.JSONSchema.BaseSchema
}

/** Leaves out what says nothing to a reader: the bounds of whole numbers, and the pattern beside a format. */
function simplify({ jsonSchema }: SchemaContext): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  // Names of members are always strings.
  delete jsonSchema.propertyNames
}

/** Members that existing clients are known to send although the service ignores them. */
function addIgnored({ zodSchema, jsonSchema }: SchemaContext): void {
  const names = ignoredMembers(zodSchema).filter((name) => !(name in (jsonSchema.properties ?? {})))

  if (names.length === 0) return

  const unread = { description: 'Has no effect; existing clients send it.' }

  jsonSchema.properties = {
    ...jsonSchema.properties,
    ...Object.fromEntries(names.map((name) => [name, unread])),
  }
}

interface Definitions {
  /** Of the named schemas: the name in the document. */
  readonly names: Readonly<Record<string, string>>
  readonly $defs: Readonly<Record<string, JsonSchema>>
}

/** The same schema, whose references lead to the named schemas of the document; others are in place. */
function resolved(schema: JsonSchema, definitions: Definitions, within: readonly string[] = []): JsonSchema {
  const copy: unknown = JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'id' && typeof value === 'string') return undefined
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value

    const { $ref, ...others } = value
    const name = String($ref).replace('#/$defs/', '')
    const ownName = definitions.names[name]

    if (ownName !== undefined) return { ...reference(ownName), ...others }
    if (within.includes(name)) throw new Error(`A schema that holds itself needs a name: ${name}.`)

    return { ...resolved(definitions.$defs[name] ?? {}, definitions, [...within, name]), ...others }
  })

  return copy as JsonSchema // only references have changed
}

/** Zod numbers the schemas that are used in several places and have no name. */
function isUnnamed(name: string): boolean {
  return name.startsWith('__schema')
}
