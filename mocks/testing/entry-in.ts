import { Exchange } from '../data/model/exchanges/exchange.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** The entry of a request to no route, for the journal of a sandbox. */
export function entryIn(
  sandbox: Pick<Sandbox, 'id' | 'clock'>,
  body?: Uint8Array,
  path = '/api/nowhere',
): Exchange {
  const method = body ? 'POST' : 'GET'

  return new Exchange(
    { method, baseUrl: '', path, search: '', body, header: () => undefined, headers: () => [] },
    path,
    sandbox,
  )
}
