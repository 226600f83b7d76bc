/** Ids in ascending order, without duplicates. */
export type Ids = readonly number[]

export function sorted(ids: readonly number[]): Ids {
  const numbers = Float64Array.from(ids).sort()
  const result: number[] = []

  for (const id of numbers) if (id !== result.at(-1)) result.push(id)

  return result
}

export function union(lists: readonly Ids[]): Ids {
  const [only = []] = lists

  return lists.length <= 1 ? only : sorted(lists.flat())
}

/** Whether a list has an id (binary search). */
export function includes(ids: Ids, id: number): boolean {
  let [low, high] = [0, ids.length]

  while (low < high) {
    const middle = (low + high) >>> 1

    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }

  return ids[low] === id
}
