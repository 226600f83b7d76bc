import { z } from 'zod'
import { reply, type Route } from '../../http/declare-route.ts'
import { json } from '../../http/replies/reply.ts'
import { get } from '../control-route.ts'

/**
 * The contract: one OpenAPI document, with the definitions of the sandbox.
 *
 * @param routes returns all routes, including these
 */
export function contract(routes: () => readonly Route[]): Route {
  return get(
    '/__sandbox/openapi.json',
    // Few programs read it: a page loads it with the first request.
    async (call) => json(await (await import('./document.ts')).documentFor(call, routes())),
    {
      description:
        'Describes every route in OpenAPI 3.1, with the definitions of the sandbox. A standalone server also has it at /openapi.json.',
      replies: { 200: reply('The document.', z.looseObject({ openapi: z.string() })) },
    },
  )
}
