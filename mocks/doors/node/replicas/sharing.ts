import { ApiError } from '../../../data/model/shared/errors.ts'
import { LogMustShrink } from '../../../sandbox/persistence/log-storage.ts'

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

const retryAfter = { 'Retry-After': '1' }

/** 503: the store can't be reached, so nothing can be stored, and owners are unknown. */
export class SharedStoreDown extends ApiError {
  override readonly name = 'SharedStoreDown'
  /** Whether the last command may have been executed. */
  readonly isUncertain: boolean

  constructor(isUncertain: boolean) {
    const what = isUncertain
      ? 'did not confirm whether the change was saved. Check before you retry.'
      : "can't be reached, so nothing was changed. Try again."

    super(503, `The store of this deployment ${what}`, isUncertain ? {} : retryAfter)
    this.isUncertain = isUncertain
  }
}

/** 507: the store has no memory or disk space left. */
export class SharedStoreFull extends LogMustShrink {
  override readonly name = 'SharedStoreFull'

  constructor(cause: Error) {
    super(
      `The store of this deployment is full, so nothing was changed: ${cause.message} Reset or delete sandboxes: DELETE /__sandbox/sandboxes/{id}.`,
      { 'Retry-After': '5' },
    )
    this.cause = cause
  }
}

/** 503: this replica no longer owns the sandbox. */
export class OwnershipLost extends ApiError {
  override readonly name = 'OwnershipLost'

  constructor() {
    super(503, 'Another replica has taken this sandbox over, so nothing was changed. Try again.', retryAfter)
  }
}

/** The lease can't be taken because another replica owns the sandbox; requests are forwarded to its `url`. */
export class OwnedElsewhere extends Error {
  override readonly name = 'OwnedElsewhere'
  /** Base URL of the owner. */
  readonly url: string

  constructor(url: string) {
    super(`it is owned by ${url}`)
    this.url = url
  }
}
