import { useState } from 'react'
import type { HealthNode } from '../../service/health.ts'
import { Field } from '../../ui/field.tsx'
import { healthLabels } from '../../parts/health-badge.tsx'
import { Modal } from '../../ui/modal.tsx'
import type { HealthActions } from './use-health.ts'

interface FlapDialogProps {
  readonly tree: HealthNode
  /** The component that is looked at. */
  readonly current: string | undefined
  readonly actions: HealthActions
  readonly close: () => void
}

/** Lets a component go back and forth between two colours, on the sandbox's clock. */
export function FlapDialog({ tree, current, actions, close }: FlapDialogProps) {
  const paths = pathsIn(tree)
  const [path, setPath] = useState(current ?? paths.find((each) => each.startsWith('graph/')) ?? '')
  const [label, setLabel] = useState('Red')
  const [other, setOther] = useState('Green')
  const [seconds, setSeconds] = useState('10')

  return (
    <Modal title="Let a component flap" close={close} className="w-110">
      <form
        className="flex flex-col gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          actions.set(path, {
            label,
            message: 'It comes and goes.',
            flap: { label: other, every_ms: Math.round(Number(seconds) * 1000) },
          })
          close()
        }}
      >
        <Field label="Component">
          <select
            className="field font-mono"
            data-first-focus
            value={path}
            onChange={({ target }) => setPath(target.value)}
          >
            {paths.map((each) => (
              <option key={each} value={each}>
                {each || 'service'}
              </option>
            ))}
          </select>
        </Field>
        <div className="grid grid-cols-3 gap-3">
          <Field label="Is first">
            <Colours value={label} choose={setLabel} />
          </Field>
          <Field label="Then">
            <Colours value={other} choose={setOther} />
          </Field>
          <Field label="Seconds each">
            <input
              className="field font-mono"
              type="number"
              min={0.1}
              max={86_400}
              step="any"
              required
              value={seconds}
              onChange={({ target }) => setSeconds(target.value)}
            />
          </Field>
        </div>
        <p className="text-sm text-muted">It goes on until its state is set again or released.</p>
        <div className="flex justify-end gap-2">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button" data-tone="primary">
            Start flapping
          </button>
        </div>
      </form>
    </Modal>
  )
}

function Colours({ value, choose }: { value: string; choose: (label: string) => void }) {
  return (
    <select className="field" value={value} onChange={({ target }) => choose(target.value)}>
      {healthLabels.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  )
}

function pathsIn({ path, downstream }: HealthNode): string[] {
  return [path, ...downstream.flatMap(pathsIn)]
}
