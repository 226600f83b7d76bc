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
