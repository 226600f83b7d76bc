import { focusManager, type QueryClient } from '@tanstack/react-query'
import { serviceUrl } from '../lib/page-addresses.ts'
import { createStore } from '../lib/store.ts'
import { streamPath } from './control-token.ts'

interface Change {
  readonly sequence: number
  readonly changes: readonly { readonly table: string; readonly keys: readonly (string | number)[] }[]
}

export type Connection = 'connecting' | 'connected' | 'lost'

/** Whether this page receives the changes of the sandbox. */
export const connection = createStore<Connection>('connecting')

/** When the connection was lost, in milliseconds since 1970. */
export const lostAt = createStore<number | undefined>(undefined)

/** A change of entities, as the sandbox reported it. */
export interface EntityChange {
  readonly sequence: number
  readonly ids: readonly number[]
}

/** The latest changes of entities, of which lists may not show all yet. */
export const entityChanges = createStore<readonly EntityChange[]>([])

const maxChanges = 10_000

/** Whether the page is visible. Only then it holds streams: browsers allow a server six connections for all tabs. */
export const visibility = createStore(focusManager.isFocused())

const isOpenedHidden = !visibility.get()

focusManager.subscribe(visibility.set)

/** Refetches the page's data when any client changes the sandbox, but not calm lists. Returns what stops it. */
export function followSandbox(client: QueryClient): () => void {
  const events = new EventSource(`${serviceUrl}${streamPath('/__sandbox/events?simulation=true')}`)
  let hasChanged = false
  let refetching: Promise<void> | undefined
  let received: EntityChange[] = []

  events.addEventListener('open', () => {
    if (isOpenedHidden || connection.get() !== 'connecting') void client.invalidateQueries()
    connection.set('connected')
    lostAt.set(undefined)
  })
  events.addEventListener('error', () => {
    if (connection.get() === 'connected') lostAt.set(Date.now())
    connection.set('lost')
  })
  const refetch = async () => {
    // Changes come in bursts; one refetch covers them. It is not started again before it ends.
    for (let pause = 150; hasChanged; pause = 500) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      hasChanged = false
      if (received.length > 0) entityChanges.set([...entityChanges.get(), ...received].slice(-maxChanges))
      received = []
      await client.invalidateQueries({ predicate: ({ meta }) => !meta?.['isCalm'] })
    }
  }
  const refetchSoon = () => {
    hasChanged = true
    refetching ??= refetch().finally(() => (refetching = undefined))
  }

  events.addEventListener('change', ({ data }) => {
    const { sequence, changes } = JSON.parse(String(data)) as Change // as the sandbox sends it
    const { keys } = changes.find(({ table }) => table === 'entities') ?? {}

    if (keys) received.push({ sequence, ids: keys.map(Number) })
    refetchSoon()
  })
  events.addEventListener('missed', refetchSoon)
  events.addEventListener('simulation', refetchSoon)

  return () => events.close()
}
