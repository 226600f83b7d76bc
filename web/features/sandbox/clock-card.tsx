import { FastForward, Play, Snowflake } from 'lucide-react'
import { useCommands } from '../../commands/console-commands.ts'
import { counted } from '../../lib/format.ts'
import { client, type RequestOf } from '../../service/service-client.ts'
import type { Clock } from '../../service/sandbox-queries.ts'
import { Form, TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/layout/page.tsx'
import { control } from '../../parts/sandbox/control.ts'
import { useSandboxTime } from '../../parts/sandbox/sandbox-time.tsx'
import { Button } from '../../ui/controls/button.tsx'

const advances = [
  ['30 s', 30_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const

type ClockInput = RequestOf<'PUT', '/__sandbox/clock'>['body']

/** Shows, advances and freezes the clock of the sandbox. */
export function ClockCard({ clock }: { clock: Clock }) {
  const { actions, set } = useClock(clock)
  const now = `${new Date(useSandboxTime()).toISOString().slice(0, 19)}.000Z`
  const isFrozen = clock.mode === 'frozen'

  useCommands(actions.map(({ title, run }) => ({ label: title, run })))

  return (
    <Card title="Clock" hint="Determines timestamps, token expiry and the recovery from Yellow.">
      <p className="flex items-center gap-2">
        {isFrozen ? (
          <Snowflake size={16} className="text-accent" aria-label="Frozen at" />
        ) : (
          <Play size={16} className="text-green" aria-label="Running:" />
        )}
        <time className="font-mono text-lg" dateTime={now}>
          {now.replace('T', ' ').replace('.000Z', ' UTC')}
        </time>
      </p>
      {!isFrozen && clock.offset_ms !== 0 && (
        <p className="text-sm text-muted">
          {counted(Math.abs(Math.round(clock.offset_ms / 1000)), 'second')}{' '}
          {clock.offset_ms > 0 ? 'ahead of' : 'behind'} the machine
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {actions.map(({ label, title, Icon, run }) => (
          <Button Icon={Icon} key={label} title={title} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
      <Form
        className="mt-3 flex flex-wrap items-end gap-2"
        submit={({ at }) =>
          set({ mode: 'frozen', at: new Date(`${at}Z`).toISOString() }, `Clock frozen at ${at} UTC.`)
        }
      >
        <TextField label="Freeze at (UTC)" name="at" type="datetime-local" required max="9999-12-31T23:59" />
        <Button type="submit">Freeze at this time</Button>
      </Form>
    </Card>
  )
}

/** The actions that advance the clock, freeze it or let it run. */
function useClock(clock: Clock) {
  const { now: _, ...current } = clock
  const isFrozen = current.mode === 'frozen'
  const set = (body: ClockInput, done: string) => void control(put(body), done, put(current))
  const runAction = {
    label: isFrozen ? 'Run' : 'Back to now',
    title: 'Follow the machine’s clock',
    Icon: Play,
    run: () => set({ mode: 'real' }, 'The clock follows the machine’s again.'),
  }
  const freezeAction = {
    label: 'Freeze',
    title: 'Stop the clock at its current time',
    Icon: Snowflake,
    run: () => set({ mode: 'frozen' }, 'Clock frozen.'),
  }
  const actions = [
    ...(isFrozen || current.offset_ms !== 0 ? [runAction] : []),
    ...(isFrozen ? [] : [freezeAction]),
    ...advances.map(([label, ms]) => ({
      label,
      title: `Advance the clock by ${label}`,
      Icon: FastForward,
      run: () => void control(advance(ms), `Advanced the clock by ${label}.`, advance(-ms)),
    })),
  ]

  return { set, actions }
}

function put(body: ClockInput) {
  return () => client.PUT('/__sandbox/clock', { body })
}

function advance(ms: number) {
  return () => client.POST('/__sandbox/clock/advance', { body: { ms } })
}
