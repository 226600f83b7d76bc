import type { AcquiredSandbox } from '../../../sandbox/sandboxes.ts'
import { isStream, json, type Reply, type StreamChunk } from './reply.ts'

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

  /** Releases the sandbox at the end of a reply: now or, if its body is a stream, when that ends, at the latest with its sandbox. */
  releaseAtEndOf(reply: Reply, { sandbox, release }: AcquiredSandbox): Reply {
    if (!isStream(reply.body)) {
      release()

      return reply
    }

    const chunks = reply.body[Symbol.asyncIterator]()
    const removeListener = sandbox.onDispose(() => void chunks.return?.())
    let hasEnded = false
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      this.#count -= 1
      removeListener()
      release()
    }
    // Not a generator: its `finally` would not run for a stream that is cancelled before its first chunk.
    const counted: AsyncIterator<StreamChunk> = {
      async next() {
        try {
          const chunk = await chunks.next()

          if (chunk.done) end()

          return chunk
        } catch (error) {
          end()
          throw error
        }
      },
      async return() {
        end()
        await chunks.return?.()

        return { done: true, value: undefined }
      },
    }

    this.#count += 1

    return { ...reply, body: { [Symbol.asyncIterator]: () => counted } }
  }
}
