/** An event of shared sandboxes or of their store, as one replica sees it. */
export type SharingEvent =
  | { readonly event: 'acquired' | 'released' | 'lost' | 'rejected'; readonly sandbox: string }
  | { readonly event: 'forwarded'; readonly sandbox: string; readonly to: string }
  | { readonly event: 'store-down' | 'store-up' }

/** Receives events of shared sandboxes, for logs and metrics. */
export interface SharingObserver {
  /** Called for every reply of the store, with the milliseconds it took. */
  onStoreReply(ms: number): void
  onEvent(event: SharingEvent): void
}

/** Passes events on to several observers. */
export function combinedObserver(observers: readonly SharingObserver[]): SharingObserver {
  return {
    onStoreReply(ms) {
      for (const observer of observers) observer.onStoreReply(ms)
    },
    onEvent(event) {
      for (const observer of observers) observer.onEvent(event)
    },
  }
}

/** Prints events of shared sandboxes: all of them as JSON, or only those of the store as text. */
export function sharingPrinter({ json }: { json: boolean }): SharingObserver {
  return {
    onStoreReply() {},
    onEvent(event) {
      if (json) process.stdout.write(`${JSON.stringify(event)}\n`)
      else if (!('sandbox' in event)) process.stderr.write(`entity-sandbox: ${sentences[event.event]}\n`)
    },
  }
}

const sentences: Readonly<Record<Exclude<SharingEvent, { sandbox: string }>['event'], string>> = {
  'store-down': "the store can't be reached, so nothing can be changed until it is back.",
  'store-up': 'the store is reachable again; operation resumed.',
}
