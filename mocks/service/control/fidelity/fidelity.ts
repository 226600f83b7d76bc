import { z } from 'zod'
import type { QueryCall } from '../../http/call.ts'
import { jsonList, type Reply } from '../../http/replies/reply.ts'
import { oneOf } from '../../http/declaration/parameters.ts'
import { reply, unpagedListOf, type Route } from '../../http/declaration/route.ts'
import { get } from '../control-route.ts'

/** The source of a behaviour of the sandbox. */
const fidelityStatuses = ['documented', 'observed', 'decided', 'own', 'not implemented'] as const

/** A behaviour of the sandbox, or one that is not implemented. */
const Statement = z.object({
  /** Its subject: `everywhere`, or the group of routes in the contract. */
  topic: z.string(),
  status: z.enum(fidelityStatuses),
  route: z.string().optional().describe('Methods and path.'),
  text: z.string(),
  rules: z.string().optional().describe('The rules of docs/interface.md that state it, or leave it open.'),
  at: z.string().optional().describe('The clients or documents that show it.'),
  paths: z.array(z.string()).readonly().optional().describe('Paths of what is not implemented.'),
})
export type Statement = z.infer<typeof Statement>

const parameters = { status: oneOf(fidelityStatuses, 'Only statements of this kind.') }

/**
 * How faithful the sandbox is: what is documented by the interface, decided here, and not implemented.
 *
 * @param routes returns all routes, including this one
 */
export function fidelity(routes: () => readonly Route[]): Route {
  return get('/__sandbox/fidelity', readFidelity, {
    description: 'Returns the source of each route and decision, and what is not implemented.',
    query: parameters,
    replies: { 200: reply('The statements.', unpagedListOf(Statement)) },
  })

  async function readFidelity({ query }: QueryCall<typeof parameters>): Promise<Reply> {
    // Few programs read it: a page loads it with the first request.
    const { statementsOf } = await import('./statements.ts')

    return jsonList(statementsOf(routes()).filter(({ status }) => status === (query.status ?? status)))
  }
}
