import type { RandomStream } from './random-stream.ts'

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

/** Midnight, `days` after a moment. */
export function dayAfter(moment: string, days: number): string {
  return `${isoOf(Date.parse(moment) + days * day).slice(0, 10)}T00:00:00.000Z`
}

/** The moment as clocks show it `offsetHours` east of Greenwich, rounded to half an hour. */
export function withOffset(moment: string, offsetHours: number): string {
  const rounded = Math.round(Date.parse(moment) / (30 * minute)) * 30 * minute
  const local = isoOf(rounded + offsetHours * 60 * minute).slice(0, -1)

  return `${local}+${String(offsetHours).padStart(2, '0')}:00`
}

export function yearOf(moment: string): number {
  return Number(moment.slice(0, 4))
}

function isoOf(time: number): string {
  return new Date(time).toISOString()
}
