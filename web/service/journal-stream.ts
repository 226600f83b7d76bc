import { useEffect } from 'react'
import { serviceUrl } from '../lib/page-addresses.ts'
import { createStore, useStore } from '../lib/store.ts'
import type { JournalEntry } from '../../mocks/client/operations.ts'
import { allDifferences, differenceText } from '../../mocks/sandbox/journal/json-difference.ts'
import { client } from './service-client.ts'
import { streamPath } from './control-token.ts'
import { connection, visibility } from './live.ts'

export type { JournalEntry }

/** Where two JSON values differ, a line for each member: `properties.Title: "Sun" → "Moon"`. */
export function differencesOf(before: unknown, after: unknown): string[] {
  return allDifferences(before, after).map(differenceText)
}

/** What a GraphQL request asks for: the name of its operation, or its root fields. */
export function operationText({ type, operation, fields }: NonNullable<JournalEntry['graphql']>): string {
  return `${type} ${operation ?? fields.join(', ')}`
}

/** The maximum number of entries that the page shows; the oldest are dropped. */
export const capacity = 500

export interface JournalView {
  /** The newest first. */
  readonly entries: readonly JournalEntry[]
  readonly state: 'waiting' | 'ready' | 'failed'
  readonly error?: unknown
}

const view = createStore<JournalView>({ entries: [], state: 'waiting' })
let following = new AbortController()

/** The requests of applications to the sandbox, live. */
export function useJournal(): JournalView {
  const isVisible = useStore(visibility)

  useEffect(() => {
    if (isVisible) followJournal()

    return () => following.abort()
  }, [isVisible])

  return useStore(view)
}

/** Follows the journal, also again after a failure. */
export function followJournal(): void {
  following.abort()
  following = new AbortController()
  // Following again lists these, too.
  received = []
  if (view.get().state === 'failed') view.set({ entries: [], state: 'waiting' })
  void follow(following.signal)
}

export async function clearJournal(): Promise<void> {
  await client.DELETE('/__sandbox/journal')
  empty()
}

function empty(): void {
  received = []
  view.set({ entries: [], state: 'ready' })
}

async function follow(signal: AbortSignal): Promise<void> {
  try {
    const query = { limit: capacity }
    const { items, last_sequence } = (await client.GET('/__sandbox/journal', { query, signal })).data

    if (signal.aborted) return

    const source = new EventSource(`${serviceUrl}${streamPath(`/__sandbox/journal?since=${last_sequence}`)}`)

    signal.addEventListener('abort', () => source.close())
    source.addEventListener('request', (event) => add(JSON.parse(event.data) as JournalEntry)) // as the journal sends it
    source.addEventListener('cleared', empty)
    view.set({ entries: items.toReversed(), state: 'ready' })
  } catch (error) {
    if (signal.aborted) return
    // Entries received so far stay; the page shows that the connection is lost.
    if (view.get().entries.length === 0) view.set({ entries: [], state: 'failed', error })
    signal.addEventListener(
      'abort',
      connection.subscribe(() => {
        if (connection.get() === 'connected') followJournal()
      }),
    )
  }
}

let received: JournalEntry[] = []

/** How long entries are collected before the page shows them, in milliseconds: rendering each would block it. */
const flushInterval = 200

/** Collects entries, and publishes them every `flushInterval` milliseconds. */
function add(entry: JournalEntry): void {
  if (received.push(entry) > 1) return

  setTimeout(() => {
    const [first] = received
    if (!first) return
    const { entries } = view.get()
    // Sequence numbers that start again are those of a new journal: the sandbox was restarted.
    const previous = first.sequence <= (entries[0]?.sequence ?? 0) ? [] : entries

    view.set({ entries: [...received.toReversed(), ...previous].slice(0, capacity), state: 'ready' })
    received = []
  }, flushInterval)
}
