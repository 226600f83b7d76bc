import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { type HealthNode, troubles } from '../../service/health.ts'
import { FlapDialog } from './flap-dialog.tsx'
import type { HealthActions } from './use-health.ts'
import { Button } from '../../ui/controls/button.tsx'

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
