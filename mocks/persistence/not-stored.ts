import { ApiError, messageOf } from '../model/shared/errors.ts'

/** 507: a change can't be kept, and so was not made. */
export class NotStored extends ApiError {
  override readonly name = 'NotStored'

  constructor(cause: unknown) {
    super(507, `This can't be kept, so nothing was changed: ${messageOf(cause)}.`, { 'Retry-After': '5' })
    this.cause = cause
  }
}
