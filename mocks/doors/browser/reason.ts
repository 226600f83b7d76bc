import { messageOf } from '../../data/model/shared/errors.ts'

/** The reason of a failure, without a full stop, to be inserted into a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'its storage is full'

  return messageOf(error).trim().replace(/\.$/, '')
}
