import type { Call } from '../../http/call.ts'
import type { Route } from '../../http/declaration/route.ts'
import { isObject } from '../../../data/model/shared/json.ts'
import { loadRegularExpressions } from '../../../data/model/shared/regular-expressions.ts'
import { inSlices, type Sliced } from '../../../data/model/shared/slices.ts'
import { addDefinitions } from './definition-schemas.ts'
import { addExamples } from './examples.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'
import { addResponseExamples } from './response-examples.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'

/** What the documents of all sandboxes have in common, as JSON, by the routes of their service. */
const commonJson = computedOnce(async (routes: readonly Route[]) =>
  JSON.stringify(await inSlices(openApiDocument(routes))),
)

/** The OpenAPI document of a sandbox, with its definitions and examples from its data. */
export async function documentFor(call: Call, routes: readonly Route[]): Promise<OpenApiDocument> {
  const { data, links } = call
  const document = JSON.parse(await commonJson(routes)) as OpenApiDocument // a copy, which is filled in

  await loadRegularExpressions() // examples are checked by the rules of their properties
  addDefinitions(document, data)
  await inSlices(addExamples(document, data, links))
  await addResponseExamples(document, routes, call)
  document.servers = [{ url: links.base, description: 'The sandbox.' }]

  return document
}

/** The levels of a document whose members are formatted one by one: `components`, `schemas`, each schema. */
const maxDepth = 3

/** Formats a document as YAML, which takes about a second for the contract, and yields after each part. */
export async function slicedYaml(document: object): Promise<Sliced<string>> {
  // Loaded only here, to keep the start fast.
  const { stringify } = await import('yaml')

  function* format(value: unknown, keys: readonly string[]): Sliced<string> {
    if (keys.length < maxDepth && isObject(value) && Object.keys(value).length > 0) {
      const indent = '  '.repeat(Math.max(0, keys.length - 1))
      let text = keys.length === 0 ? '' : `${indent}${stringify(keys.at(-1)).trimEnd()}:\n`

      for (const [key, member] of Object.entries(value)) text += yield* format(member, [...keys, key])

      return text
    }

    yield
    // Nested as in the document, since its lines are wrapped where they are too long.
    const nested = keys.reduceRight((inner: unknown, key) => ({ [key]: inner }), value)
    const lines = stringify(nested, { aliasDuplicateObjects: false }).split('\n')

    return lines.slice(keys.length - 1).join('\n')
  }

  return format(document, [])
}
