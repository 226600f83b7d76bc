import { z } from 'zod'
import { isBytes } from '../../data/model/shared/bytes.ts'
import type { LogPart, StoredItem } from './log-storage.ts'
import { decodeItem, encodeItem, LogDamage, nameOfLog, Unrestorable } from './log-storage.ts'
import { LogStep, withFiles } from './log-step.ts'

/**
 * The valid extent of a log. Base items beyond it, and entries that the base includes, are left over from unfinished
 * writes.
 */
export const Head = z.object({
  version: z.literal(2),
  /** Whether the log is valid: its first base is complete, and it is not being deleted. */
  isValid: z.boolean(),
  /** Numbers of the base's first item, and of the one after its last. */
  base: z.tuple([z.number(), z.number()]),
  /** Number of the last entry that the base includes. */
  covered: z.number(),
  /** Number of the last entry. */
  last: z.number(),
})
export type Head = z.infer<typeof Head>

export const emptyHead: Head = { version: 2, isValid: true, base: [0, 0], covered: 0, last: 0 }

export function headItem(log: string, head: Head): StoredItem {
  return encodeItem(log, 'head', 0, head)
}

const Steps = z.array(LogStep)

/** Reads a log item by item, and detects missing, damaged and leftover items. */
export class LogReading {
  /** Items of unfinished writes, and replaced ones. */
  readonly leftovers: StoredItem[] = []
  /** Bytes. */
  readonly size = { base: 0, entry: 0 }
  readonly #log: string
  readonly #onDamage: (damage: LogDamage) => void
  readonly #share: (bytes: Uint8Array) => Uint8Array
  /** Numbers of the items expected next. */
  readonly #next: { base: number | undefined; entry: number | undefined } = {
    base: undefined,
    entry: undefined,
  }
  readonly #first = { base: 0, entry: 1 }
  #head = emptyHead
  /** Whether the head is missing or damaged: every item belongs to the log then. */
  #isHeadless = false
  /** Bytes of files, by number of their item: those of the entries that come next. */
  readonly #bytes = new Map<unknown, Uint8Array>()
  /** Whether entries were lost; later ones depend on them, and are ignored. */
  #isTruncated = false

  constructor(
    log: string,
    onDamage: (damage: LogDamage) => void,
    share = (bytes: Uint8Array): Uint8Array => bytes,
  ) {
    this.#log = log
    this.#onDamage = onDamage
    this.#share = share
  }

  /** Reads the next item; returns its steps if they are valid. */
  read(item: StoredItem): LogStep[] | undefined {
    const { part, number } = item

    if (part === 'head') return this.#readHead(item)
    if (this.#head === emptyHead && !this.#isHeadless) this.#continueWithoutHead('its head is missing')
    if (this.#isLeftOver(part, number)) {
      this.leftovers.push(item)

      return undefined
    }

    this.#expect(part, number)
    this.size[part] += item.bytes.length
    if (part === 'entry' && this.#isTruncated) return undefined

    const content = decodeItem(this.#log, item)

    if (isBytes(content)) {
      this.#bytes.set(number, this.#share(content))

      return undefined
    }

    const steps = Steps.safeParse(content)

    if (content !== undefined && !steps.success) throw this.#unsupported()

    const complete = steps.data && this.#withBytes(steps.data)

    if (!complete) this.#damaged(`${nameOf(part)} ${number} is corrupt`)

    return complete
  }

  /** Steps with the bytes of their files; undefined when some are lost. */
  #withBytes(steps: LogStep[]): LogStep[] | undefined {
    let areLost = false
    const complete = withFiles(steps, (content) =>
      Array.isArray(content) ? content.map((number) => this.#bytes.get(number) ?? (areLost = true)) : content,
    )

    this.#bytes.clear()

    return areLost ? undefined : complete
  }

  /** The extent of the log, once all items were read. */
  end(): Head {
    const { base, last } = this.#head
    const next = { base: this.#next.base ?? this.#first.base, entry: this.#next.entry ?? this.#first.entry }

    if (this.#isHeadless) {
      return {
        ...emptyHead,
        base: [this.#first.base, next.base],
        covered: this.#first.entry - 1,
        last: next.entry - 1,
      }
    }
    if (this.#head === emptyHead || !this.#head.isValid) return this.#head
    if (next.base < base[1]) this.#damaged(`base item ${next.base} is missing`)
    if (next.entry <= last) this.#damaged(`entry ${next.entry} is missing`)

    return { ...this.#head, last: Math.max(last, next.entry - 1) }
  }

  #readHead(item: StoredItem): undefined {
    const content = item.number === 0 ? decodeItem(this.#log, item) : undefined
    const head = Head.safeParse(content)

    if (head.success) {
      this.#head = head.data
      this.#first.base = this.#next.base = head.data.base[0]
      this.#first.entry = this.#next.entry = head.data.covered + 1
      if (!head.data.isValid) this.leftovers.push(item)
    } else if (content === undefined) {
      this.#continueWithoutHead('its head is corrupt')
    } else {
      throw this.#unsupported()
    }
  }

  #expect(part: 'base' | 'entry', number: number): void {
    if (this.#next[part] === undefined) this.#first[part] = number

    const next = this.#next[part] ?? number

    if (next < number) this.#damaged(`${nameOf(part)} ${next} is missing`)
    this.#next[part] = number + 1
  }

  /** Entries after `last` are not: each was written whole, with a head that has not been read. */
  #isLeftOver(part: 'base' | 'entry', number: number): boolean {
    const { isValid, base, covered } = this.#head

    if (this.#isHeadless) return false

    return !isValid || (part === 'base' ? number < base[0] || number >= base[1] : number <= covered)
  }

  #continueWithoutHead(what: string): void {
    this.#damaged(what)
    this.#isHeadless = true
    this.#isTruncated = false
  }

  #damaged(what: string): void {
    this.#onDamage(new LogDamage(this.#log, what))
    this.#isTruncated = true
    this.#bytes.clear()
  }

  #unsupported(): Error {
    return new Unrestorable(
      `${nameOfLog(this.#log)} contains data that this version of entity-sandbox does not support`,
    )
  }
}

function nameOf(part: LogPart): string {
  return part === 'base' ? 'base item' : part
}
