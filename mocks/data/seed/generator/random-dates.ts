/** The current time of generated data, all of which was created in the three years before. */
export const referenceDate = '2026-06-01T00:00:00.000Z'

const minute = 60_000
const day = 24 * 60 * minute
const reference = Date.parse(referenceDate)

/**
 * A time between `from` and `to` days after the reference date (before it if negative), as ISO 8601 in UTC.
 *
 * @param share a random number in [0, 1), also below
 */
export function momentWithin(share: number, from: number, to: number): string {
  return isoOf(reference + Math.floor((from + share * (to - from)) * day))
}

/** A time between `start` and the reference date, usually soon after `start`. */
export function momentAfter(share: number, start: string): string {
  const startTime = Date.parse(start)

  return isoOf(startTime + Math.floor((reference - startTime) * share ** 2))
}

/** A time up to `days` days after `start`, but not after the reference date. */
export function soonAfter(share: number, start: string, days: number): string {
  return isoOf(Math.min(reference, Date.parse(start) + Math.floor(share * days * day)))
}

/** Midnight (UTC), `days` days after a time. */
export function dayAfter(moment: string, days: number): string {
  return `${isoOf(Date.parse(moment) + days * day).slice(0, 10)}T00:00:00.000Z`
}

/** The time of an hour in Central Europe; daylight saving time is approximated by whole months. */
export function clockTime(midnight: string, hour: number): string {
  const month = Number(midnight.slice(5, 7))
  const offset = month >= 4 && month <= 10 ? 2 : 1

  return isoOf(Date.parse(midnight) + (hour - offset) * 60 * minute)
}

export function yearOf(moment: string): number {
  return Number(moment.slice(0, 4))
}

function isoOf(time: number): string {
  return new Date(time).toISOString()
}
