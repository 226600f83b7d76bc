import { ApiError, messageOf } from '../model/shared/errors.ts'

/** 507: a change could not be stored, and was rolled back. */
export class NotStored extends ApiError {
  override readonly name = 'NotStored'

  constructor(cause: unknown) {
    super(507, `The change could not be saved and was rolled back: ${messageOf(cause)}.`, {
      'Retry-After': '5',
    })
    this.cause = cause
  }
}
