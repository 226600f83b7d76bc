import { BudgetedCache, type Budget } from '../../../sandbox/budget.ts'
import { keptUntilFull } from '../../../data/model/shared/maps.ts'
import { recordHashOf } from './etag.ts'
import { completeRead, jsonType, type CompleteReply } from './reply.ts'

/** What a cached reply takes besides its bytes and its record. */
const overhead = 2048

interface CachedReply {
  readonly madeFor: string
  readonly shown: readonly unknown[]
  readonly reply: CompleteReply
}

/** The data that cached replies depend on. Each object of either list is replaced when it changes. */
interface Dependencies {
  /** A shortcut: while all of these are the same (the tables, say), no reply changes, and nothing else is compared. */
  readonly unchangedIfSame: readonly unknown[]
  /** What a reply shows besides its record. */
  readonly shownObjects: () => readonly unknown[]
}

interface LastRead {
  unchangedIfSame: readonly unknown[]
  valid: WeakSet<CachedReply>
}

export class ReplyCache {
  readonly #cached: BudgetedCache<object, CachedReply>
  /** The shortcut's objects at the last read, and the replies that were validated since they changed. */
  readonly #last = keptUntilFull((): LastRead => ({ unchangedIfSame: [], valid: new WeakSet() }))

  constructor(budget: Budget) {
    this.#cached = new BudgetedCache(budget)
  }

  /**
   * The reply to a read of `record`. It is made again for another version of the record, for another request (base URL,
   * query), and when one of its dependencies has changed.
   *
   * @param make returns the reply's JSON
   */
  latestOrMade(
    record: object,
    madeFor: string,
    { unchangedIfSame, shownObjects }: Dependencies,
    make: () => string,
  ): CompleteReply {
    const last = this.#last()

    if (!areSame(unchangedIfSame, last.unchangedIfSame)) {
      last.unchangedIfSame = unchangedIfSame
      last.valid = new WeakSet()
    }

    const known = this.#cached.get(record)

    if (known?.madeFor === madeFor && last.valid.has(known)) return known.reply

    const shown = shownObjects()
    const cached =
      known?.madeFor === madeFor && areSame(shown, known.shown)
        ? known
        : {
            madeFor,
            shown,
            reply: completeRead({ status: 200, headers: jsonType, recordHash: recordHashOf(record) }, make()),
          }

    // A record that has been replaced is kept by its reply, and about as large.
    if (cached !== known) this.#cached.set(record, cached, overhead + 2 * cached.reply.body.length)
    last.valid.add(cached)

    return cached.reply
  }
}

function areSame(these: readonly unknown[], those: readonly unknown[]): boolean {
  return these.length === those.length && these.every((each, index) => each === those[index])
}
