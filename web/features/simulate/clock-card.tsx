import { Play, Snowflake } from 'lucide-react'
import { counted } from '../../lib/format.ts'
import type { Clock } from '../../service/sandbox-queries.ts'
import { Form, TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/layout/page.tsx'
import { control } from '../../parts/sandbox/control.ts'
import { clockActions, clockInputOf, setClock, useSandboxTime } from '../../parts/sandbox/sandbox-time.tsx'
import { Button } from '../../ui/controls/button.tsx'

/** Shows, advances and freezes the clock of the sandbox. */
export function ClockCard({ clock }: { clock: Clock }) {
  const current = clockInputOf(clock)
  const now = `${new Date(useSandboxTime()).toISOString().slice(0, 19)}.000Z`
  const isFrozen = clock.mode === 'frozen'

  return (
    <Card title="Clock" part="clock" hint="Determines timestamps, token expiry and the recovery from Yellow.">
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
        {clockActions(clock).map(({ label, title, Icon, run }) => (
          <Button Icon={Icon} key={label} title={title} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
      <Form
        className="mt-3 flex flex-wrap items-end gap-2"
        submit={({ at }) =>
          void control(
            setClock({ mode: 'frozen', at: new Date(`${at}Z`).toISOString() }),
            `Clock frozen at ${at} UTC.`,
            setClock(current),
          )
        }
      >
        <TextField label="Freeze at (UTC)" name="at" type="datetime-local" required max="9999-12-31T23:59" />
        <Button type="submit">Freeze at this time</Button>
      </Form>
    </Card>
  )
}
