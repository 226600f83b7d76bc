import type { QueryCall } from '../../http/call.ts'
import { jsonList, type Reply } from '../../http/replies/reply.ts'
import { oneOf } from '../../http/declaration/parameters.ts'
import { reply, unpagedListOf, type Route } from '../../http/declaration/declare-route.ts'
import { get } from '../control-route.ts'
import { fidelityStatuses, Statement } from './statement.ts'

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
