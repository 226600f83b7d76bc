import { messageOf } from '../../model/shared/errors.ts'
import { json, type Reply } from './reply.ts'

/** The reply to an unexpected error, with an id that is also in the log. */
export function unexpectedReply(error: unknown, { method, path }: { method: string; path: string }): Reply {
  const id = globalThis.crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, '0')
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)

  console.error(`entity-sandbox: ${method} ${path} failed, error ${id}\n${stack}`)

  return json(
    {
      Message: `Internal error in the sandbox. See its log for error ${id}.`,
      ExceptionMessage: messageOf(error),
      ErrorId: id,
    },
    500,
  )
}
