/** An event of a shared sandbox, as one replica sees it. */
export type SharingEvent =
  | { readonly event: 'taken' | 'released' | 'lost' | 'refused'; readonly sandbox: string }
  | { readonly event: 'passed on'; readonly sandbox: string; readonly to: string }
  | { readonly event: 'store away' | 'store back' }

/** Is told of what goes on where somebody asks for it. */
export interface Meter {
  /** The store answered. */
  store(ms: number): void
  note(event: SharingEvent): void
}

/** Tells several. */
export function metersOf(meters: readonly Meter[]): Meter {
  return {
    store(ms) {
      for (const meter of meters) meter.store(ms)
    },
    note(event) {
      for (const meter of meters) meter.note(event)
    },
  }
}
