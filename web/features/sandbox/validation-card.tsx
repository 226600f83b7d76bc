import type { Answers } from '../../service/answers.ts'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { Card } from '../../ui/card.tsx'

type Level = Answers['overview']['validation']

const levels: Readonly<Record<Level, { label: string; done: string }>> = {
  off: { label: 'Pass over it', done: 'Nothing is said of it.' },
  warn: { label: 'Warn of it', done: 'The journal and a header tell of it.' },
  enforce: { label: 'Refuse it with 400', done: 'Such requests are refused.' },
}

function isLevel(text: string): text is Level {
  return text in levels
}

/** What becomes of what requests say wrongly or in vain. */
export function ValidationCard({ level }: { level: Level }) {
  const control = useControl()

  return (
    <Card title="Validation" hint="Unknown members and parameters, and values of another type than declared.">
      <label className="flex items-center gap-2">
        <span className="text-muted">What a request says in vain</span>
        <select
          className="field"
          value={level}
          onChange={({ target: { value } }) => {
            if (!isLevel(value)) return

            const { done } = levels[value]

            control.mutate({ method: 'PUT', path: '/__sandbox/validation', body: { level: value }, done })
          }}
        >
          {Object.entries(levels).map(([each, { label }]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </Card>
  )
}
