import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useControl } from '../sandbox/use-control.ts'

/** The kinds of faults that a form of three fields can express; the number is what each needs to know. */
const kinds = {
  answer: {
    label: 'Answer with status',
    number: 500,
    effect: (status: number) => ({ kind: 'answer', status }),
  },
  latency: { label: 'Delay by ms', number: 2000, effect: (ms: number) => ({ kind: 'latency', ms }) },
  'rate-limit': {
    label: 'Requests a second',
    number: 5,
    effect: (requests: number) => ({ kind: 'rate-limit', requests, per_ms: 1000 }),
  },
  drip: {
    label: 'Bytes a second',
    number: 1000,
    effect: (bytes_per_second: number) => ({ kind: 'drip', bytes_per_second }),
  },
  malformed: { label: 'Break the JSON off', number: undefined, effect: () => ({ kind: 'malformed' }) },
  empty: { label: 'Leave out the body', number: undefined, effect: () => ({ kind: 'empty' }) },
  cut: { label: 'Break the connection', number: undefined, effect: () => ({ kind: 'cut' }) },
  never: { label: 'Never answer', number: undefined, effect: () => ({ kind: 'never' }) },
} as const

type Kind = keyof typeof kinds

/** Adds a fault in front of all others. */
export function AddFault() {
  const [method, setMethod] = useState('')
  const [path, setPath] = useState('/api/entities/*')
  const [kind, setKind] = useState<Kind>('answer')
  const [number, setNumber] = useState('500')
  const [times, setTimes] = useState('')
  const control = useControl()
  const { number: usual, effect } = kinds[kind]

  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        control.mutate({
          method: 'POST',
          path: '/__sandbox/faults',
          body: {
            match: { ...(method ? { method } : {}), ...(path ? { path } : {}) },
            ...(times ? { times: Number(times) } : {}),
            effect: effect(Number(number)),
          },
          done: 'Added the fault.',
        })
      }}
    >
      <label className="flex flex-col gap-0.5">
        <span className="label">Method</span>
        <select className="field" value={method} onChange={({ target }) => setMethod(target.value)}>
          <option value="">any</option>
          {['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label className="flex min-w-40 flex-1 flex-col gap-0.5">
        <span className="label">Path</span>
        <input
          className="field font-mono"
          placeholder="any"
          pattern="/.*"
          title="Begins with a slash"
          value={path}
          onChange={({ target }) => setPath(target.value)}
        />
      </label>
      <label className="flex flex-col gap-0.5">
        <span className="label">Effect</span>
        <select
          className="field"
          value={kind}
          onChange={({ target }) => {
            const next = keys.find((each) => each === target.value) ?? 'answer'

            setKind(next)
            setNumber(String(kinds[next].number ?? ''))
          }}
        >
          {keys.map((each) => (
            <option key={each} value={each}>
              {kinds[each].label}
            </option>
          ))}
        </select>
      </label>
      {usual !== undefined && (
        <label className="flex flex-col gap-0.5">
          <span className="label">Number</span>
          <input
            className="field w-20 font-mono"
            inputMode="numeric"
            pattern="\d+"
            required
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        </label>
      )}
      <label className="flex flex-col gap-0.5">
        <span className="label">Times</span>
        <input
          className="field w-16 font-mono"
          inputMode="numeric"
          pattern="\d*"
          placeholder="always"
          value={times}
          onChange={({ target }) => setTimes(target.value)}
        />
      </label>
      <button type="submit" className="button" disabled={control.isPending}>
        <Plus size={14} aria-hidden />
        Add fault
      </button>
    </form>
  )
}

const keys = Object.keys(kinds) as Kind[] // a table of exactly these
