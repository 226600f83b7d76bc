import * as fc from 'fast-check'
import type { JsonSchema } from '../../service/control/contract/schemas.ts'
import { addDefinitions } from '../../service/control/contract/definition-schemas.ts'
import { openApiDocument } from '../../service/control/contract/openapi.ts'
import { createService } from '../../local/create-service.ts'
import type { ServiceRequest } from '../../service/http/service-request.ts'
import { runSync } from '../../data/model/shared/slices.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { origin } from '../send-over-socket.ts'

/** Deeper than this, optional members are omitted and lists are empty. */
const maxDepth = 4

/** Names and texts that are valid in the sandboxes of tests. */
const names =
  'T.Dish M.Asset Title TagToDish AssetToTag leek-soup en-US editor admin default blue 1001 search 2026-06-15T12:00:00Z'.split(
    ' ',
  )

/** Texts that often cause errors. */
const hostile = [
  ...'* % "\\ __proto__ constructor ../.. 9999-99-99'.split(' '),
  '',
  '(a+)+$',
  'a'.repeat(5000),
  '\u0000',
  '\ud800',
  '💥',
]
const words = [...names, ...hostile]
const ids = [0, -1, 6, 1000, 1001, 1002, 1003, 2001, 3001]

/** Values that are not what a schema asks for. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(2 ** 31, Number.MAX_VALUE, 0.1, { href: '/api/entities/1000' }, { 'en-US': 'a' }),
  fc.constantFrom(...words),
  fc.jsonValue({ maxDepth: 2 }),
)

/**
 * Arbitrary values of the types of a schema, whose bounds and patterns are ignored, and at times other values; many texts
 * and numbers are names and ids that exist in the sandbox.
 */
class ArbitraryOf {
  readonly #named: Readonly<Record<string, JsonSchema>>

  /** @param named the schemas that other schemas refer to */
  constructor(named: Readonly<Record<string, JsonSchema>>) {
    this.#named = named
  }

  of(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
    return fc.oneof({ weight: 30, arbitrary: this.#valid(schema, depth) }, { weight: 1, arbitrary: anything })
  }

  #valid(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const { $ref, type } = schema
    const choices = schema['anyOf'] ?? schema['oneOf']
    const parts = schema['allOf']

    // Ends the recursion, with a value that may not match the schema.
    if (depth > 2 * maxDepth) return fc.constant(null)
    if ($ref) return this.#valid(this.#named[$ref.replace('#/components/schemas/', '')] ?? {}, depth + 1)
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
    if ('const' in schema) return fc.constant(schema['const'])
    if (isSchemas(choices)) return this.#oneOf(choices, depth)
    if (isSchemas(parts)) {
      return fc
        .tuple(...parts.map((part) => this.#valid(part, depth)))
        .map((all) => Object.assign({}, ...all))
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
        return fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...ids) },
          { weight: 1, arbitrary: fc.integer({ min: -1, max: 2 ** 31 }) },
        )
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

    return fc.oneof(...usable.map((choice) => this.#valid(choice, depth + 1)))
  }

  #text({ format }: JsonSchema): fc.Arbitrary<string> {
    if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())

    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...names) },
      { weight: 1, arbitrary: fc.constantFrom(...hostile) },
      { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
    )
  }

  #object(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const required = (schema['required'] ?? []) as string[]
    const extra = schema['additionalProperties']
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name]) => depth <= maxDepth || required.includes(name),
    )
    const shape = Object.fromEntries(members.map(([name, member]) => [name, this.of(member, depth + 1)]))
    const declared = fc.oneof(
      {
        weight: 15,
        arbitrary: fc.record(shape, { requiredKeys: required.filter((name) => Object.hasOwn(shape, name)) }),
      },
      // Members are missing, or unknown.
      { weight: 1, arbitrary: fc.record({ ...shape, unknown: anything }, { requiredKeys: [] }) },
    )

    if (typeof extra !== 'object' || extra === null || depth > maxDepth) return declared

    const others = fc.dictionary(fc.constantFrom(...words), this.of(extra as JsonSchema, depth + 1), {
      maxKeys: 3,
    })

    return fc.tuple(others, declared).map((objects) => ({ ...objects[0], ...objects[1] }))
  }
}

function isSchemas(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value)
}

/** A value once in `times`, otherwise undefined. */
const onceIn = <Value>(times: number, value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

const brokenBodies = ['', '{', 'null', '[]', '"', '{"a":1,}', '{"a":1e400}', '['.repeat(5000)]

const tokens = ['admin', 'admin', 'editor', 'reader'].map((name) => `Bearer sandbox-${name}`)

/** The contract has no 412 for controls, to which no client sends If-Match. */
const headersFor = (path: string) =>
  fc
    .record({
      authorization: fc.constantFrom(...tokens),
      'content-type': onceIn(20, fc.constant('text/plain')).map((type) => type ?? 'application/json'),
      [path.startsWith('/__sandbox') ? 'x-other' : 'if-match']: onceIn(
        20,
        fc.constantFrom('"x"', '*', 'W/"', '"'.repeat(50)),
      ),
      range: onceIn(20, fc.constantFrom('bytes=0-1', 'bytes=-', 'bytes=9-1,2-')),
    })
    .map((fields) => new Map(Object.entries(fields).filter(hasValue)))

const hasValue = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

/**
 * Requests to the operations of the contract: filled in from its schemas, at times with other values, headers, methods or
 * texts, and to the sandboxes `blue` and `new`.
 *
 * @param isIncluded whether there are requests to a path of the contract
 */
export function randomRequests(
  sandbox: Sandbox,
  isIncluded: (path: string) => boolean = () => true,
): fc.Arbitrary<ServiceRequest> {
  const document = runSync(openApiDocument(createService(sandbox).router.routes))

  addDefinitions(document, sandbox.data)

  const { paths, components } = document
  const values = new ArbitraryOf(components.schemas)
  const operations = Object.entries(paths)
    .filter(([path]) => isIncluded(path))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    )

  const requests = operations.map(({ path, method, operation }) => {
    const parameters = operation.parameters.flatMap((each) => ('in' in each ? [each] : []))
    const placed = (place: string) =>
      fc.record(
        Object.fromEntries(
          parameters
            .filter((each) => each.in === place)
            .map(({ name, schema }) => [name, values.of(schema as JsonSchema).map(asText)]),
        ),
        place === 'path' ? {} : { requiredKeys: [] },
      )
    const schema = operation.requestBody?.content['application/json']?.schema

    return fc
      .record({
        method: onceIn(30, fc.constant('PATCH')).map((other) => other ?? method.toUpperCase()),
        prefix: onceIn(10, fc.constantFrom('/s/blue', '/s/new')),
        inPath: placed('path'),
        broken: onceIn(20, fc.constantFrom('%00', '%ff', '%C3%A9')),
        // Most operations reject a request if one of several parameters is invalid.
        inQuery: onceIn(2, placed('query')),
        fields: headersFor(path),
        sent: schema ? values.of(schema).map((value) => JSON.stringify(value)) : fc.constant(undefined),
        unreadable: onceIn(20, fc.constantFrom(...brokenBodies)),
      })
      .map(({ prefix = '', inPath, broken, inQuery = {}, fields, sent, unreadable, ...others }) => ({
        ...others,
        baseUrl: origin,
        path:
          prefix +
          path.replace(/\{(\w+)\}/g, (_, name) => broken ?? (encodeURIComponent(inPath[name] ?? '') || '-')),
        search: Object.entries(inQuery)
          .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
          .join('&'),
        header: (name: string) => fields.get(name),
        headers: () => fields,
        body: sent === undefined ? undefined : new TextEncoder().encode(unreadable ?? sent),
      }))
  })

  return fc.oneof(...requests)
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join()

  // Not String(): the toString of an object may be any value.
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).toWellFormed()
}
