import type { Call } from '../../http/call.ts'
import type { Route } from '../../http/declare-route.ts'
import { loadExpressionEngine } from '../../../data/model/shared/regular-expressions.ts'
import { inSlices } from '../../../data/model/shared/slices.ts'
import { addDefinitions } from './definition-schemas.ts'
import { addExamples } from './examples.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'

/** What the documents of all sandboxes have in common, as JSON, by the routes of their service. */
const commonJson = computedOnce(async (routes: readonly Route[]) =>
  JSON.stringify(await inSlices(openApiDocument(routes))),
)

/** The OpenAPI document of a sandbox, with its definitions and examples from its data. */
export async function documentFor(call: Call, routes: readonly Route[]): Promise<OpenApiDocument> {
  const { data, links } = call
  const document = JSON.parse(await commonJson(routes)) as OpenApiDocument // a copy, which is filled in

  await loadExpressionEngine() // examples are checked by the rules of their properties
  addDefinitions(document, data)
  await inSlices(addExamples(document, data, links))
  document.servers = [{ url: links.base, description: 'The sandbox.' }]

  return document
}
