import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import { redactSecrets } from './secrets.ts'

/** What the terminal or the console of a page says about a request of an application that no route matches. */
export function unmatchedWarning(entry: Exchange): string | undefined {
  const { unmatched, status, method, path, search } = entry

  if (!unmatched) return undefined

  const { nearest, reason } = unmatched
  const target = redactSecrets(search === '' ? path : `${path}?${search}`)

  return `[entity-sandbox] ${status} ${method} ${target}: no route matches${nearest ? `, nearest: ${nearest.path} (${reason})` : ''}`
}
