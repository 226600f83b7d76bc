import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { overviewQuery } from '../../service/sandbox.ts'

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
