import { RequestFailed } from './client.ts'
import { QueryClient } from '@tanstack/react-query'
import { serviceUrl } from '../lib/addresses.ts'
import { createStore } from '../lib/store.ts'
import { streamPath } from './control-token.ts'

export type Connection = 'connecting' | 'connected' | 'lost'

/** Whether this page receives the changes of the sandbox. */
export const connection = createStore<Connection>('connecting')

/** When the connection was lost, in milliseconds since 1970. */
export const lostAt = createStore<number | undefined>(undefined)

/** Follows the changes of the sandbox, by any client, so that nothing on the page is out of date. */
export function followSandbox(client: QueryClient): void {
  const events = new EventSource(`${serviceUrl}${streamPath('/__sandbox/events')}`)
  let isBehind = false

  events.addEventListener('open', () => {
    if (connection.get() === 'lost') void client.invalidateQueries()
    connection.set('connected')
    lostAt.set(undefined)
  })
  events.addEventListener('error', () => {
    if (connection.get() === 'connected') lostAt.set(Date.now())
    connection.set('lost')
  })
  const catchUp = () => {
    if (isBehind) return
    isBehind = true
    // Changes come in bursts; the page need not follow each one.
    setTimeout(() => {
      isBehind = false
      void client.invalidateQueries()
    }, 150)
  }

  events.addEventListener('change', catchUp)
  events.addEventListener('missed', catchUp)
}

/** Responses count as fresh for 30 s, and are invalidated at once when the sandbox reports a change. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (times, error) => times < 1 && error instanceof RequestFailed && error.status === 0,
    },
  },
})
