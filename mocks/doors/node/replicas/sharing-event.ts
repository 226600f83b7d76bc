/** An event of shared sandboxes or of their store, as one replica sees it. */
export type SharingEvent =
  | { readonly event: 'acquired' | 'released' | 'lost' | 'rejected'; readonly sandbox: string }
  | { readonly event: 'forwarded'; readonly sandbox: string; readonly to: string }
  | { readonly event: 'store-down' | 'store-up' }
  | { readonly event: 'store-replied'; readonly ms: number }

/** Receives events of shared sandboxes, for logs and metrics. */
export type Observe = (happened: SharingEvent) => void

/** Prints events of shared sandboxes: as JSON all but replies of the store, as text only that it is down or up. */
export function sharingPrinter({ json }: { json: boolean }): Observe {
  return (happened) => {
    if (happened.event === 'store-replied') return
    if (json) process.stdout.write(`${JSON.stringify(happened)}\n`)
    else if (!('sandbox' in happened)) process.stderr.write(`entity-sandbox: ${sentences[happened.event]}\n`)
  }
}

const sentences = {
  'store-down': "the store can't be reached, so nothing can be changed until it is back.",
  'store-up': 'the store is reachable again; operation resumed.',
}
