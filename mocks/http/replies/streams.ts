import type { AcquiredSandbox } from '../../sandbox/lifetime/live-sandbox.ts'
import { isStream, json, whenEnded, type Reply } from './reply.ts'

/** How many streams a service sends at the same time. */
const maxStreams = 1000

/** The streams that a service is sending. */
export class Streams {
  #count = 0

  /** A reply that releases its sandbox once it is sent; a stream releases it when it ends, at the latest with its sandbox. */
  release(reply: Reply, { live, release }: AcquiredSandbox): Reply {
    if (!isStream(reply.body)) {
      release()

      return reply
    }

    const parts = reply.body[Symbol.asyncIterator]()
    const end = () => void parts.return?.()

    if (this.#count >= maxStreams) {
      end()
      release()

      return json({ Message: `${maxStreams} streams are open: close some, then try again.` }, 503, {
        'Retry-After': '1',
      })
    }

    const forget = live.onDispose(end)
    let isOver = false

    this.#count += 1

    const body = whenEnded({ [Symbol.asyncIterator]: () => parts }, () => {
      if (isOver) return
      isOver = true
      this.#count -= 1
      forget()
      release()
    })

    return { ...reply, body }
  }
}
