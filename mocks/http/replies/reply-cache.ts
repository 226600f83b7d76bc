import QuickLRU from 'quick-lru'
import { versionOf } from './etag.ts'
import { completeRead, jsonType, type CompleteReply } from './reply.ts'

/** Bounded: replies kept for all of 100,000 records cost more in garbage collection than they save. */
const mostReplies = 4000

interface Kept {
  readonly variant: string
  readonly sources: readonly unknown[]
  readonly reply: CompleteReply
}

/** Keeps the reply made from a record, so that reading it again costs a look-up. */
export class ReplyCache {
  readonly #kept = new QuickLRU<object, Kept>({ maxSize: mostReplies })

  /**
   * The reply to a read of `record`, made anew when the record is another version, when it is asked for in
   * another variant (base URL, query), or when anything else it is made from has changed.
   *
   * @param sources what else the reply is made from; each is replaced when it changes, as tables are
   * @param make gives the reply's JSON
   */
  reply(record: object, variant: string, sources: readonly unknown[], make: () => string): CompleteReply {
    const kept = this.#kept.get(record)

    if (kept?.variant === variant && kept.sources.every((source, index) => source === sources[index])) {
      return kept.reply
    }

    const reply = completeRead({ status: 200, headers: jsonType, version: versionOf(record) }, make())

    this.#kept.set(record, { variant, sources, reply })

    return reply
  }
}
