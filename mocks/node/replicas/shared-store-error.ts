import { ApiError } from '../../model/shared/errors.ts'

/** The store can't be used at startup. */
export class SharedStoreError extends Error {
  override readonly name = 'SharedStoreError'
}

const again = { 'Retry-After': '1' }

/** 503: the store can't be reached, so nothing can be saved, and owners are unknown. */
export class SharedStoreDown extends ApiError {
  override readonly name = 'SharedStoreDown'
  /** Whether the last command may have been executed. */
  readonly isUncertain: boolean

  constructor(isUncertain: boolean) {
    const what = isUncertain
      ? 'did not confirm whether the change was saved. Check before you retry.'
      : "can't be reached, so nothing was changed. Try again."

    super(503, `The store of this deployment ${what}`, again)
    this.isUncertain = isUncertain
  }
}

/** 503: a sandbox is not, or no longer, this replica's own. */
export class NotOwned extends ApiError {
  override readonly name = 'NotOwned'

  constructor() {
    super(503, 'Another replica has taken this sandbox over, so nothing was changed. Try again.', again)
  }
}

/** 507: a sandbox takes as much of the store as it may. */
export class SharedStoreFull extends ApiError {
  override readonly name = 'SharedStoreFull'

  constructor(limit: number) {
    super(
      507,
      `This sandbox holds the ${limit / 1024 / 1024} MiB that --sandbox-limit allows. Nothing was changed. Reset or delete the sandbox.`,
    )
  }
}

/** A sandbox is another replica's own. */
export class OwnedElsewhere extends Error {
  override readonly name = 'OwnedElsewhere'
  /** Where that replica is. */
  readonly url: string

  constructor(url: string) {
    super(`it is owned by ${url}`)
    this.url = url
  }
}
