import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { overview } from '../../service/sandbox.ts'

/** The sandbox's time, second by second between two responses: milliseconds since 1970. */
export function useSandboxTime(): number {
  const { data, dataUpdatedAt } = useQuery(overview)
  const { now, mode } = data?.clock ?? {}
  const [shown, setShown] = useState(() => (now === undefined ? Date.now() : Date.parse(now)))

  useEffect(() => {
    const received = dataUpdatedAt || Date.now()
    const start = now === undefined ? received : Date.parse(now)
    const tick = () => setShown(start + (mode === 'frozen' ? 0 : Date.now() - received))
    const timer = setInterval(tick, 1000)

    tick()

    return () => clearInterval(timer)
  }, [now, mode, dataUpdatedAt])

  return shown
}
