import type { QueryClient } from '@tanstack/react-query'
import { serviceUrl } from '../lib/page-addresses.ts'
import { createStore } from '../lib/store.ts'
import { streamPath } from './control-token.ts'

export type Connection = 'connecting' | 'connected' | 'lost'

/** Whether this page receives the changes of the sandbox. */
export const connection = createStore<Connection>('connecting')

/** When the connection was lost, in milliseconds since 1970. */
export const lostAt = createStore<number | undefined>(undefined)

/** Refetches the page's data when any client changes the sandbox. */
export function followSandbox(client: QueryClient): void {
  const events = new EventSource(`${serviceUrl}${streamPath('/__sandbox/events')}`)
  let hasChanged = false
  let isRefetching = false

  events.addEventListener('open', () => {
    if (connection.get() === 'lost') void client.invalidateQueries()
    connection.set('connected')
    lostAt.set(undefined)
  })
  events.addEventListener('error', () => {
    if (connection.get() === 'connected') lostAt.set(Date.now())
    connection.set('lost')
  })
  const refetchSoon = async () => {
    hasChanged = true
    if (isRefetching) return
    isRefetching = true
    while (hasChanged) {
      // Changes come in bursts; one refetch covers them. It is not started again before it ends.
      await new Promise((resolve) => setTimeout(resolve, 150))
      hasChanged = false
      await client.invalidateQueries()
    }
    isRefetching = false
  }

  events.addEventListener('change', () => void refetchSoon())
  events.addEventListener('missed', () => void refetchSoon())
}
