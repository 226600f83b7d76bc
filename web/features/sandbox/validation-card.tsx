import { client } from '../../service/client.ts'
import type { Overview } from '../../service/sandbox.ts'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { Select } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/layout/page.tsx'

type Level = Overview['validation']

const levels: readonly (readonly [Level, label: string, done: string])[] = [
  ['off', 'Ignore', 'Invalid parts of requests are ignored silently.'],
  ['warn', 'Warn', 'Invalid parts are reported in Requests and in a response header.'],
  ['enforce', 'Reject (400)', 'Invalid requests are rejected with 400.'],
]

/** Chooses how invalid and ignored parts of requests are handled. */
export function ValidationCard({ level }: { level: Level }) {
  const { run } = useControl()

  return (
    <Card title="Validation" hint="Unknown members and parameters, and values of the wrong type.">
      <Select
        label="Invalid requests"
        value={level}
        options={levels.map(([level, label]) => [level, label] as const)}
        choose={(newLevel) => {
          const done = levels.find(([each]) => each === newLevel)?.[2] ?? ''

          run(put(newLevel), done, put(level))
        }}
      />
    </Card>
  )
}

function put(level: Level) {
  return () => client.PUT('/__sandbox/validation', { body: { level } })
}
