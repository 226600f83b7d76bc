import type { JournalEntry } from '../../service/journal.ts'

/** The number of requests in the last minute, and the 95th percentile of their durations in milliseconds. */
export function trafficOf(entries: readonly JournalEntry[], now: number): { count: number; p95: number } {
  const since = new Date(now - 60_000).toISOString()
  // The newest come first.
  const end = entries.findIndex(({ time }) => time < since)
  const durations = entries
    .slice(0, end === -1 ? entries.length : end)
    .map(({ duration_ms }) => duration_ms)
    .sort((a, b) => a - b)

  return { count: durations.length, p95: durations[Math.ceil(durations.length * 0.95) - 1] ?? 0 }
}
