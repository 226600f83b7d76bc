/** How many items are sorted, or compared in a merge, between two yields. */
const batchSize = 500

/** Sorts like `toSorted()`, and yields after each batch. */
export function* sortedInBatches<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<undefined, T[]> {
  let runs: T[][] = []

  for (let start = 0; start < items.length; start += batchSize) {
    runs.push(items.slice(start, start + batchSize).sort(compare))
    yield
  }

  while (runs.length > 1) {
    const merged: T[][] = []

    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
    }
    runs = merged
  }

  return runs[0] ?? []
}

/** A stable merge: of equal items, those of the first list come first. */
function* merge<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<undefined, T[]> {
  const merged: T[] = []
  let next = 0

  for (const item of one) {
    for (let rival = other[next]; rival !== undefined && compare(rival, item) < 0; rival = other[++next]) {
      merged.push(rival)
      if (merged.length % batchSize === 0) yield
    }
    merged.push(item)
    if (merged.length % batchSize === 0) yield
  }
  for (const item of other.slice(next)) merged.push(item)

  return merged
}

/** Work that yields often, so that other tasks can run in between. */
export type Sliced<R> = Generator<undefined, R>

export function runSync<R>(work: Sliced<R>): R {
  let step = work.next()

  while (!step.done) step = work.next()

  return step.value
}

/** Length of a slice in milliseconds. */
const duration = 10

/** Lets long work yield to the event loop, so that it does not delay other requests. */
export class TimeSlice {
  #start = performance.now()

  /** A promise to await before going on; undefined until the slice is over. */
  yieldWhenOver(): Promise<void> | undefined {
    return performance.now() - this.#start < duration ? undefined : this.#yield()
  }

  async #yield(): Promise<void> {
    await nextTask()
    this.#start = performance.now()
  }
}

/**
 * Resolves in a new task, by a message rather than a timer, since a test may fake timers. jsdom may lack
 * MessageChannel; there only the test itself would wait, so nothing needs to yield.
 */
function nextTask(): Promise<void> {
  if (typeof MessageChannel === 'undefined') return Promise.resolve()

  const { port1, port2 } = new MessageChannel()

  return new Promise((done) => {
    port1.addEventListener('message', () => {
      port1.close()
      done()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
