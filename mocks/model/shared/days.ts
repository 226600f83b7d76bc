/** In milliseconds. */
export const dayLength = 86_400_000

/** Whether a day (`2026-02-28`) exists; `Date` converts 31 February to 3 March. */
export function isExistingDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)

  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
