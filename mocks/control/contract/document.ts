import type { Call } from '../../http/call.ts'
import type { Route } from '../../http/declaration/route.ts'
import { isObject } from '../../model/shared/json.ts'
import { loadRegularExpressions } from '../../model/shared/regular-expressions.ts'
import { inSlices, type Sliced } from '../../model/shared/slices.ts'
import { withDefinitions } from './definition-schemas.ts'
import { withExamples } from './examples.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'
import { withResponseExamples } from './response-examples.ts'
import { computedOnce } from '../../model/shared/maps.ts'

/** What the documents of all sandboxes have in common, by the routes of their service. */
const commonDocument = computedOnce((routes: readonly Route[]) => inSlices(openApiDocument(routes)))

/** The OpenAPI document of a sandbox, with its definitions and examples from its data. */
export async function documentFor(call: Call, routes: readonly Route[]): Promise<OpenApiDocument> {
  const { data, links } = call
  const document = await commonDocument(routes)

  await loadRegularExpressions() // examples are checked by the rules of their properties

  const withData = await inSlices(withExamples(withDefinitions(document, data), data, links))

  return {
    ...(await withResponseExamples(withData, routes, call)),
    servers: [{ url: links.base, description: 'The sandbox.' }],
  }
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
