import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { contentReply, reply } from '../../http/declaration/reply.ts'
import type { Route } from '../../http/declaration/route.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { loadRegularExpressions } from '../../model/shared/regular-expressions.ts'
import { inSlices } from '../../model/shared/slices.ts'
import { get } from '../control-route.ts'
import { withResponseExamples } from './response-examples.ts'
import { withDefinitions } from './definition-schemas.ts'
import { withExamples } from './examples.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'
import { slicedYaml } from './sliced-yaml.ts'

/**
 * The contract: one OpenAPI document, with the definitions of the sandbox.
 *
 * @param routes returns all routes, including these
 */
export function contract(routes: () => readonly Route[]): Route[] {
  let common: OpenApiDocument | undefined

  async function documentFor(call: Call): Promise<OpenApiDocument> {
    const { data, links } = call

    common ??= await inSlices(openApiDocument(routes()))
    await loadRegularExpressions() // examples are checked by the rules of their properties

    const withData = withExamples(withDefinitions(common, data), data, links)
    const document = await withResponseExamples(withData, routes(), call)

    return { ...document, servers: [{ url: links.base, description: 'The sandbox.' }] }
  }

  async function readJson(call: Call): Promise<Reply> {
    return json(await documentFor(call))
  }

  async function readYaml(call: Call): Promise<Reply> {
    const document = await documentFor(call)

    return {
      status: 200,
      headers: { 'Content-Type': 'application/yaml; charset=utf-8' },
      body: await inSlices(await slicedYaml(document)),
    }
  }

  return [
    get('/__sandbox/openapi.json', readJson, {
      description:
        'Describes every route in OpenAPI 3.1, with the definitions of the sandbox. A standalone server also has it at /openapi.json.',
      replies: { 200: reply('The document.', z.looseObject({ openapi: z.string() })) },
    }),
    get('/__sandbox/openapi.yaml', readYaml, {
      description:
        'Describes every route in OpenAPI 3.1 as YAML, with the definitions of the sandbox. A standalone server also has it at /openapi.yaml.',
      replies: { 200: contentReply('The document.', ['application/yaml']) },
    }),
  ]
}
