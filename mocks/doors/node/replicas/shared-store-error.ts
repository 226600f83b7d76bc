import { ApiError } from '../../../data/model/shared/errors.ts'

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
export class SharedStoreFull extends ApiError {
  override readonly name = 'SharedStoreFull'

  constructor(cause: Error) {
    super(
      507,
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
