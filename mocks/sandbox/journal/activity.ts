/** The number of requests with the same method, route and status in one hour. */
export interface RequestCount {
  /** The start of the hour, in milliseconds since 1970. */
  readonly hour: number
  readonly method: string
  /** Path of the matched route; undefined when there is none. */
  readonly route: string | undefined
  readonly status: number
  readonly count: number
}

const hourLength = 3_600_000

/** How many requests a sandbox handled in each hour. It stores only counts, so it stays small. */
export class Activity {
  readonly #counts = new Map<string, RequestCount>()

  /** @param request with its time in milliseconds since 1970 */
  count(request: { time: number; method: string; route: string | undefined; status: number }): void {
    const { time, method, route, status } = request
    const hour = hourOf(time)
    const key = keyOf({ hour, method, route, status })
    const count = (this.#counts.get(key)?.count ?? 0) + 1

    this.#counts.set(key, { hour, method, route, status, count })
  }

  list(): RequestCount[] {
    return [...this.#counts.values()]
  }

  /** Restores the counts of an earlier run. */
  restore(counts: readonly RequestCount[]): void {
    for (const count of counts) this.#counts.set(keyOf(count), count)
  }

  /** The counts of the hours from `from` to `to`, inclusive. */
  between(from: number, to: number): RequestCount[] {
    const [first, last] = [hourOf(from), hourOf(to)]

    return this.list().filter(({ hour }) => hour >= first && hour <= last)
  }

  clear(): void {
    this.#counts.clear()
  }
}

function keyOf({ hour, method, status, route }: Omit<RequestCount, 'count'>): string {
  return `${hour} ${method} ${status} ${route}`
}

/** The start of the hour that contains a time. */
export function hourOf(time: number): number {
  return Math.floor(time / hourLength) * hourLength
}

export function sumOf(requests: readonly RequestCount[]): number {
  return requests.reduce((sum, { count }) => sum + count, 0)
}
