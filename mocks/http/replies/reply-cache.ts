import QuickLRU from 'quick-lru'
import { versionOf } from './etag.ts'
import { completeRead, jsonType, type CompleteReply } from './reply.ts'

/** Bounded: replies cached for all of 100,000 records cost more in garbage collection than they save. */
const maxReplies = 4000

interface CachedReply {
  readonly variant: string
  readonly sources: readonly unknown[]
  readonly reply: CompleteReply
}

/** The data that cached replies depend on. */
export interface ReplySources {
  /** Tables: while none of them changes, no reply does. */
  readonly tables: readonly unknown[]
  /** The shared parts that a reply shows besides its own record; each is replaced when it changes. */
  readonly shown: () => readonly unknown[]
}

/** Keeps the reply made from a record that is read again, so that reading it once more costs a look-up. */
export class ReplyCache {
  readonly #cached = new QuickLRU<object, CachedReply>({ maxSize: maxReplies })
  /** Records read lately, and those read before: what is read once is not worth its place. */
  #seen = new Set<object>()
  #seenBefore = new Set<object>()
  #tables: readonly unknown[] = []
  /** The entries found valid since `#tables` last changed. */
  #valid = new WeakSet<CachedReply>()

  /**
   * The reply to a read of `record`, made again when the record is another version, when it is asked for in
   * another variant (base URL, query), or when anything else it is made from has changed.
   *
   * @param make returns the reply's JSON
   */
  reply(record: object, variant: string, { tables, shown }: ReplySources, make: () => string): CompleteReply {
    if (!areSame(tables, this.#tables)) {
      this.#tables = tables
      this.#valid = new WeakSet()
    }

    const known = this.#cached.get(record)
    const complete = () =>
      completeRead({ status: 200, headers: jsonType, version: versionOf(record) }, make())

    if (!known && !this.#wasSeen(record)) return complete()
    if (known?.variant === variant && this.#valid.has(known)) return known.reply

    const sources = shown()
    const cached =
      known?.variant === variant && areSame(sources, known.sources)
        ? known
        : { variant, sources, reply: complete() }

    if (cached !== known) this.#cached.set(record, cached)
    this.#valid.add(cached)

    return cached.reply
  }

  #wasSeen(record: object): boolean {
    if (this.#seen.has(record) || this.#seenBefore.has(record)) return true

    this.#seen.add(record)
    if (this.#seen.size >= maxReplies) [this.#seen, this.#seenBefore] = [new Set(), this.#seen]

    return false
  }
}

function areSame(these: readonly unknown[], those: readonly unknown[]): boolean {
  return these.length === those.length && these.every((each, index) => each === those[index])
}
