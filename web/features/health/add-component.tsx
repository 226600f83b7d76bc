import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { HealthLabel } from '../../service/health.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { healthLabels } from '../../parts/health-badge.tsx'
import type { HealthActions } from './use-health.ts'
import { Button } from '../../ui/button.tsx'

/** Adds a component below the service, or below another one: `graph/worker-4`. */
export function AddComponent({ actions }: { actions: HealthActions }) {
  const [path, setPath] = useState('')
  const [label, setLabel] = useState<HealthLabel>('Green')

  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim()) actions.set(path.trim(), { label })
        setPath('')
      }}
    >
      <TextField
        aria-label="Path of a new component"
        className="w-44 font-mono"
        placeholder="graph/worker-4"
        value={path}
        change={setPath}
      />
      <Select
        aria-label="State of the new component"
        value={label}
        options={healthLabels}
        choose={setLabel}
      />
      <Button Icon={Plus} type="submit" disabled={!path.trim()}>
        Add component
      </Button>
    </form>
  )
}
