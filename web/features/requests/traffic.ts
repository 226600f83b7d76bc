import type { JournalEntry } from '../../service/journal.ts'

/** The number of requests in the last minute, and the 95th percentile of their durations in milliseconds. */
export function trafficOf(entries: readonly JournalEntry[], now: number): { count: number; within: number } {
  const since = new Date(now - 60_000).toISOString()
  // The newest come first.
  const end = entries.findIndex(({ time }) => time < since)
  const took = entries
    .slice(0, end === -1 ? entries.length : end)
    .map(({ duration_ms }) => duration_ms)
    .sort((a, b) => a - b)

  return { count: took.length, within: took[Math.ceil(took.length * 0.95) - 1] ?? 0 }
}
