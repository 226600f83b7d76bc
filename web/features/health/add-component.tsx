import { Plus } from 'lucide-react'
import { useState } from 'react'
import { healthLabels } from '../../parts/health-badge.tsx'
import type { HealthActions } from './use-health.ts'

/** Adds a component below the service, or below another one: `graph/worker-4`. */
export function AddComponent({ actions }: { actions: HealthActions }) {
  const [path, setPath] = useState('')
  const [label, setLabel] = useState('Green')

  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim()) actions.set(path.trim(), { label })
        setPath('')
      }}
    >
      <input
        aria-label="Path of a new component"
        className="field w-44 font-mono"
        placeholder="graph/worker-4"
        value={path}
        onChange={({ target }) => setPath(target.value)}
      />
      <select
        aria-label="State of the new component"
        className="field"
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      >
        {healthLabels.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <button type="submit" className="button" disabled={!path.trim()}>
        <Plus size={14} aria-hidden />
        Add component
      </button>
    </form>
  )
}
