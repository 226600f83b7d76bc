import { useQuery } from '@tanstack/react-query'
import { FastForward, Play, Snowflake } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ago } from '../../lib/format.ts'
import { overviewQuery, type Clock } from '../../service/sandbox-queries.ts'
import { client, type RequestOf } from '../../service/service-client.ts'
import { control } from './control.ts'

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

const advances = [
  ['30 s', 30_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const

type ClockInput = RequestOf<'PUT', '/__sandbox/clock'>['body']

/** The request body that restores a clock. */
export function clockInputOf({ now: _, ...clock }: Clock): ClockInput {
  return clock
}

export function setClock(body: ClockInput) {
  return () => client.PUT('/__sandbox/clock', { body })
}

/** The actions that advance the clock, freeze it or let it run. */
export function clockActions(clock: Clock) {
  const current = clockInputOf(clock)
  const isFrozen = current.mode === 'frozen'
  const set = (body: ClockInput, done: string) => void control(setClock(body), done, setClock(current))
  const runAction = {
    label: isFrozen ? 'Run' : 'Back to now',
    title: 'Follow the machine’s clock',
    Icon: Play,
    run: () => set({ mode: 'real' }, 'The clock follows the machine’s again.'),
  }
  const freezeAction = {
    label: 'Freeze',
    title: 'Freeze the clock at its current time',
    Icon: Snowflake,
    run: () => set({ mode: 'frozen' }, 'Clock frozen.'),
  }

  return [
    ...(isFrozen || current.offset_ms !== 0 ? [runAction] : []),
    ...(isFrozen ? [] : [freezeAction]),
    ...advances.map(([label, ms]) => ({
      label,
      title: `Advance the clock by ${label}`,
      Icon: FastForward,
      run: () => void control(advance(ms), `Advanced the clock by ${label}.`, advance(-ms)),
    })),
  ]
}

function advance(ms: number) {
  return () => client.POST('/__sandbox/clock/advance', { body: { ms } })
}
