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
  return ids[countBefore(ids, (each) => each < id)] === id
}

/** How many numbers `isBefore` is true for; it must be true up to some index of the list and false from there. */
export function countBefore(numbers: ArrayLike<number>, isBefore: (number: number) => boolean): number {
  let [low, high] = [0, numbers.length]

  while (low < high) {
    const middle = (low + high) >>> 1
    const number = numbers[middle]

    if (number !== undefined && isBefore(number)) low = middle + 1
    else high = middle
  }

  return low
}
