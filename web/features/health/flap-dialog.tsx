import { useState } from 'react'
import type { HealthLabel, HealthNode } from '../../service/health.ts'
import { Select, TextField } from '../../ui/controls/field.tsx'
import { healthLabels } from '../../parts/health-badge.tsx'
import { FormDialog } from '../../ui/overlays/modal.tsx'
import type { SetHealth } from '../../parts/sandbox/use-health.ts'

interface FlapDialogProps {
  readonly tree: HealthNode
  readonly set: SetHealth
  readonly close: () => void
}

/** Makes a component alternate between two states, by the sandbox's clock. */
export function FlapDialog({ tree, set, close }: FlapDialogProps) {
  const paths = pathsIn(tree)
  const [path, setPath] = useState(paths.find((path) => path.startsWith('graph/')) ?? '')
  const [label, setLabel] = useState<HealthLabel>('Red')
  const [secondLabel, setSecondLabel] = useState<HealthLabel>('Green')
  const [seconds, setSeconds] = useState('10')

  return (
    <FormDialog
      title="Make a component flap"
      action="Start flapping"
      close={close}
      submit={() => {
        set(path, {
          label,
          message: 'Flapping.',
          flap: { label: secondLabel, every_ms: Math.round(Number(seconds) * 1000) },
        })
        close()
      }}
    >
      <Select
        label="Component"
        className="font-mono"
        value={path}
        options={paths.map((path) => [path, path || 'service'] as const)}
        choose={setPath}
      />
      <div className="grid grid-cols-3 gap-3">
        <Select label="First" value={label} options={healthLabels} choose={setLabel} />
        <Select label="Then" value={secondLabel} options={healthLabels} choose={setSecondLabel} />
        <TextField
          label="Seconds per state"
          className="font-mono"
          type="number"
          min={0.1}
          max={86_400}
          step="any"
          required
          value={seconds}
          change={setSeconds}
        />
      </div>
      <p className="text-sm text-muted">It flaps until you set its state or reset it.</p>
    </FormDialog>
  )
}

function pathsIn({ path, downstream }: HealthNode): string[] {
  return [path, ...downstream.flatMap(pathsIn)]
}
