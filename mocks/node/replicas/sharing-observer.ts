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
