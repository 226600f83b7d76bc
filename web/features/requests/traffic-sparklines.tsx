import { useEffect, useState } from 'react'
import type { JournalEntry } from '../../service/journal.ts'
import { counted, milliseconds } from '../../lib/format.ts'
import { Sparkline } from '../../ui/sparkline.tsx'

/** How many seconds the lines go back. */
const span = 60

/** How many requests came in each of the last seconds, and how long they took. */
export function TrafficSparklines({ entries }: { entries: readonly JournalEntry[] }) {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)

    return () => clearInterval(timer)
  }, [])

  const seconds = Array.from({ length: span }, (): number[] => [])

  for (const { time, duration_ms } of entries) {
    seconds[span - 1 - Math.floor((now - Date.parse(time)) / 1000)]?.push(duration_ms)
  }

  const all = seconds.flat().sort((a, b) => a - b)
  const p95 = all[Math.floor(all.length * 0.95)] ?? 0

  return (
    <div className="ml-auto flex gap-4 @max-2xl:hidden">
      <Sparkline
        label={`${counted(all.length, 'request')} in the last minute`}
        values={seconds.map(({ length }) => length)}
      />
      {all.length > 0 && (
        <Sparkline
          label={`95 % within ${milliseconds(p95)}`}
          values={seconds.map((took) => (took.length === 0 ? 0 : Math.max(...took)))}
        />
      )}
    </div>
  )
}
