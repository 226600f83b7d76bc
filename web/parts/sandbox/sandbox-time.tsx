import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ago } from '../../lib/format.ts'
import { overviewQuery } from '../../service/sandbox-queries.ts'

/** The sandbox's time in milliseconds since 1970, updated every second. */
export function useSandboxTime(): number {
  const { data, dataUpdatedAt } = useQuery(overviewQuery)
  const { now, mode } = data?.clock ?? {}
  const [time, setTime] = useState(() => (now === undefined ? Date.now() : Date.parse(now)))

  useEffect(() => {
    const received = dataUpdatedAt || Date.now()
    const start = now === undefined ? received : Date.parse(now)
    const tick = () => setTime(start + (mode === 'frozen' ? 0 : Date.now() - received))
    const timer = setInterval(tick, 1000)

    tick()

    return () => clearInterval(timer)
  }, [now, mode, dataUpdatedAt])

  return time
}

/**
 * A time relative to the sandbox's clock, such as “3 min. ago”: a component, so that as time passes only the ages are
 * rendered again, not the list around them.
 */
export function Age({ at }: { at: string }) {
  // The clock may be up to a second behind.
  const now = Math.max(useSandboxTime(), Date.parse(at))

  return (
    <time dateTime={at} title={at}>
      {ago(at, now)}
    </time>
  )
}
