import type { Answers } from '../../service/answers.ts'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { Select } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/feedback/page.tsx'

type Level = Answers['overview']['validation']

const levels: Readonly<Record<Level, { label: string; done: string }>> = {
  off: { label: 'Pass over it', done: 'Nothing is said of it.' },
  warn: { label: 'Warn of it', done: 'The journal and a header tell of it.' },
  enforce: { label: 'Refuse it with 400', done: 'Such requests are refused.' },
}

/** What becomes of what requests say wrongly or in vain. */
export function ValidationCard({ level }: { level: Level }) {
  const control = useControl()

  return (
    <Card title="Validation" hint="Unknown members and parameters, and values of another type than declared.">
      <Select
        label="What a request says in vain"
        value={level}
        options={[
          ['off', levels.off.label],
          ['warn', levels.warn.label],
          ['enforce', levels.enforce.label],
        ]}
        choose={(level) => {
          const { done } = levels[level]

          control.mutate({ method: 'PUT', path: '/__sandbox/validation', body: { level }, done })
        }}
      />
    </Card>
  )
}
