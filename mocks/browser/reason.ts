import { messageOf } from '../model/shared/errors.ts'

/** Why something failed, in a few words for people and without a full stop. */
export function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'its storage is full'

  return messageOf(error).trim().replace(/\.$/, '')
}
