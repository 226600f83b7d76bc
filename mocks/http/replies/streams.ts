import type { AcquiredSandbox } from '../../sandbox/lifetime/loaded-sandbox.ts'
import { isStream, json, withEndListener, type Reply } from './reply.ts'

/** Maximum number of concurrent streams of a service. */
const maxStreams = 1000

/** Counts the streams that a service is sending. */
export class Streams {
  #count = 0

  /** The reply; instead of one more stream than allowed, a 503. */
  withinLimit(reply: Reply): Reply {
    if (!isStream(reply.body) || this.#count < maxStreams) return reply

    void reply.body[Symbol.asyncIterator]().return?.()

    return json({ Message: `${maxStreams} streams are open. Close some, then try again.` }, 503, {
      'Retry-After': '1',
    })
  }

  /** Releases the sandbox now or, if the body is a stream, when that ends. Streams end when their sandbox is disposed of. */
  releaseWhenSent(reply: Reply, { loaded, release }: AcquiredSandbox): Reply {
    if (!isStream(reply.body)) {
      release()

      return reply
    }

    const chunks = reply.body[Symbol.asyncIterator]()
    const removeListener = loaded.onDispose(() => void chunks.return?.())
    let hasEnded = false

    this.#count += 1

    const body = withEndListener({ [Symbol.asyncIterator]: () => chunks }, () => {
      if (hasEnded) return
      hasEnded = true
      this.#count -= 1
      removeListener()
      release()
    })

    return { ...reply, body }
  }
}
