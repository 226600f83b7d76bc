import * as fc from 'fast-check'
import type { JsonSchema } from '../control/contract/schemas.ts'

/** The schemas that other schemas refer to. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>

/** Deeper than this, optional members are omitted and lists are empty. */
const maxDepth = 4

/**
 * Arbitrary values of the types of a schema, whose bounds and patterns are ignored; many texts and numbers are names and
 * ids that exist in the sandbox.
 */
export class ArbitraryOf {
  readonly #named: NamedSchemas
  readonly #words: readonly string[]
  readonly #ids: readonly number[]

  constructor(named: NamedSchemas, existing: { words: readonly string[]; ids: readonly number[] }) {
    this.#named = named
    this.#words = existing.words
    this.#ids = existing.ids
  }

  of(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
    const { $ref, type } = schema
    const choices = schema['anyOf'] ?? schema['oneOf']
    const parts = schema['allOf']

    // Ends the recursion, with a value that may not match the schema.
    if (depth > 2 * maxDepth) return fc.constant(null)
    if ($ref) return this.of(this.#named[$ref.replace('#/components/schemas/', '')] ?? {}, depth + 1)
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
    if ('const' in schema) return fc.constant(schema['const'])
    if (isSchemas(choices)) return this.#oneOf(choices, depth)
    if (isSchemas(parts)) {
      return fc.tuple(...parts.map((part) => this.of(part, depth))).map((all) => Object.assign({}, ...all))
    }
    if (Array.isArray(type))
      return this.#oneOf(
        type.map((name: string) => ({ ...schema, type: name })),
        depth,
      )

    switch (type) {
      case 'string':
        return this.#text(schema)
      case 'integer':
        return fc.oneof(fc.constantFrom(...this.#ids), fc.integer({ min: -1, max: 2 ** 31 }))
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return depth > maxDepth
          ? fc.constant([])
          : fc.array(this.of((schema['items'] ?? {}) as JsonSchema, depth + 1), { maxLength: 3 })
      case 'object':
        return this.#object(schema, depth)
      case undefined:
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }

  #oneOf(choices: readonly JsonSchema[], depth: number): fc.Arbitrary<unknown> {
    const simple = choices.filter(({ type }) => type !== undefined && type !== 'object' && type !== 'array')
    const usable = depth > maxDepth && simple.length > 0 ? simple : choices

    return fc.oneof(...usable.map((choice) => this.of(choice, depth + 1)))
  }

  #text({ format }: JsonSchema): fc.Arbitrary<string> {
    if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())

    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...this.#words) }, fc.string({ maxLength: 12 }))
  }

  #object(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const required = (schema['required'] ?? []) as string[]
    const extra = schema['additionalProperties']
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name]) => depth <= maxDepth || required.includes(name),
    )
    const declared = fc.record(
      Object.fromEntries(members.map(([name, member]) => [name, this.of(member, depth + 1)])),
      { requiredKeys: required.filter((name) => schema.properties && name in schema.properties) },
    )

    if (typeof extra !== 'object' || extra === null || depth > maxDepth) return declared

    const others = fc.dictionary(fc.constantFrom(...this.#words), this.of(extra as JsonSchema, depth + 1), {
      maxKeys: 3,
    })

    return fc.tuple(others, declared).map((objects) => ({ ...objects[0], ...objects[1] }))
  }
}

function isSchemas(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value)
}
