import { healthLabels } from '../../parts/health-badge.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { type HealthLabel, type HealthNode, troubles } from '../../service/health.ts'
import { FlapDialog } from './flap-dialog.tsx'
import type { HealthActions } from './use-health.ts'
import { Button } from '../../ui/button.tsx'

interface QuickActionsProps {
  readonly tree: HealthNode | undefined
  /** Path of the component that is looked at. */
  readonly current: string | undefined
  readonly actions: HealthActions
}

export function QuickActions({ tree, current, actions }: QuickActionsProps) {
  const [isFlapOpen, setFlapOpen] = useState(false)
  const quick = [
    { label: 'All green', title: 'Gives every component its first state back', run: () => actions.release() },
    ...troubles.map(([label, path, state]) => ({
      label,
      title: `${path} becomes ${state.label}`,
      run: () => actions.set(path, state),
    })),
    {
      label: 'Flap…',
      title: 'A component comes and goes',
      run: () => setFlapOpen(true),
    },
  ]

  useCommands(quick.map(({ label, run }) => ({ label, run })))

  return (
    <>
      {quick.map(({ label, title, run }) => (
        <Button key={label} title={title} onClick={run}>
          {label}
        </Button>
      ))}
      {tree && isFlapOpen && (
        <FlapDialog tree={tree} current={current} actions={actions} close={() => setFlapOpen(false)} />
      )}
    </>
  )
}

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
