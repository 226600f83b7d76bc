import type { Call } from '../../http/call.ts'
import type { Route } from '../../http/declaration/route.ts'
import { loadRegularExpressions } from '../../model/shared/regular-expressions.ts'
import { inSlices } from '../../model/shared/slices.ts'
import { withDefinitions } from './definition-schemas.ts'
import { withExamples } from './examples.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'
import { withResponseExamples } from './response-examples.ts'

/** What the documents of all sandboxes have in common, by the routes of their service. */
const common = new WeakMap<readonly Route[], OpenApiDocument>()

/** The OpenAPI document of a sandbox, with its definitions and examples from its data. */
export async function documentFor(call: Call, routes: readonly Route[]): Promise<OpenApiDocument> {
  const { data, links } = call
  const document = common.get(routes) ?? (await inSlices(openApiDocument(routes)))

  common.set(routes, document)
  await loadRegularExpressions() // examples are checked by the rules of their properties

  const withData = withExamples(withDefinitions(document, data), data, links)

  return {
    ...(await withResponseExamples(withData, routes, call)),
    servers: [{ url: links.base, description: 'The sandbox.' }],
  }
}
