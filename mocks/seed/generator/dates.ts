import type { RandomStream } from '../../model/shared/random-stream.ts'

/** The "now" of seeded data: everything in it was made in the three years before. */
export const referenceDate = '2026-06-01T00:00:00.000Z'

const minute = 60_000
const day = 24 * 60 * minute
const reference = Date.parse(referenceDate)

/** A moment between `from` and `to` days from the reference date (negative: before), as ISO 8601 in UTC. */
export function momentWithin(stream: RandomStream, from: number, to: number): string {
  return isoOf(reference + Math.floor((from + stream.next() * (to - from)) * day))
}

/** A moment between another one and the reference date, mostly soon after it. */
export function momentAfter(stream: RandomStream, start: string): string {
  const began = Date.parse(start)

  return isoOf(began + Math.floor((reference - began) * stream.next() ** 2))
}

/** Up to so many days after a moment, but not after the reference date. */
export function soonAfter(stream: RandomStream, start: string, days: number): string {
  return isoOf(Math.min(reference, Date.parse(start) + Math.floor(stream.next() * days * day)))
}

/** Midnight, `days` after a moment. */
export function dayAfter(moment: string, days: number): string {
  return `${isoOf(Date.parse(moment) + days * day).slice(0, 10)}T00:00:00.000Z`
}

/** The moment when clocks in Central Europe show that hour of a day; summer time by whole months. */
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
