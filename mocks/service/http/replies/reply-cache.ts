import QuickLRU from 'quick-lru'
import { versionOf } from './etag.ts'
import { completeRead, jsonType, type CompleteReply } from './reply.ts'

/** Limited because cached replies of 100,000 records cost more in garbage collection than they save. */
const maxReplies = 4000

interface CachedReply {
  readonly variant: string
  readonly shownObjects: readonly unknown[]
  readonly reply: CompleteReply
}

/** The data that cached replies depend on. */
interface Dependencies {
  /** The tables that replies depend on: while none of them changes, no reply does. */
  readonly tables: readonly unknown[]
  /** The objects that a reply shows besides its record; they are replaced when they change. */
  readonly shown: () => readonly unknown[]
}

/** Caches the replies of records. */
export class ReplyCache {
  readonly #cached = new QuickLRU<object, CachedReply>({ maxSize: maxReplies })
  #tables: readonly unknown[] = []
  /** The replies that were validated since `#tables` last changed. */
  #valid = new WeakSet<CachedReply>()

  /**
   * The reply to a read of `record`. It is made again for another version of the record, for another variant (base URL,
   * query), and when one of its dependencies has changed.
   *
   * @param make returns the reply's JSON
   */
  reply(record: object, variant: string, { tables, shown }: Dependencies, make: () => string): CompleteReply {
    if (!areSame(tables, this.#tables)) {
      this.#tables = tables
      this.#valid = new WeakSet()
    }

    const known = this.#cached.get(record)

    if (known?.variant === variant && this.#valid.has(known)) return known.reply

    const shownObjects = shown()
    const cached =
      known?.variant === variant && areSame(shownObjects, known.shownObjects)
        ? known
        : {
            variant,
            shownObjects,
            reply: completeRead({ status: 200, headers: jsonType, version: versionOf(record) }, make()),
          }

    if (cached !== known) this.#cached.set(record, cached)
    this.#valid.add(cached)

    return cached.reply
  }
}

function areSame(these: readonly unknown[], those: readonly unknown[]): boolean {
  return these.length === those.length && these.every((each, index) => each === those[index])
}
