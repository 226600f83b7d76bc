import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { contentReply, reply, type Route } from '../../http/declaration/route.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { inSlices } from '../../../data/model/shared/slices.ts'
import { get } from '../control-route.ts'
import type { OpenApiDocument } from './openapi.ts'

/**
 * The contract: one OpenAPI document, with the definitions of the sandbox.
 *
 * @param routes returns all routes, including these
 */
export function contract(routes: () => readonly Route[]): Route[] {
  // Few programs read it: a page loads it with the first request.
  async function documentFor(call: Call): Promise<OpenApiDocument> {
    return (await import('./document.ts')).documentFor(call, routes())
  }

  async function readJson(call: Call): Promise<Reply> {
    return json(await documentFor(call))
  }

  async function readYaml(call: Call): Promise<Reply> {
    const document = await documentFor(call)
    const { slicedYaml } = await import('./document.ts')

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
