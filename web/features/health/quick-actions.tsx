import { useState } from 'react'
import { type HealthNode, healthPresets } from '../../service/health.ts'
import { FlapDialog } from './flap-dialog.tsx'
import type { HealthActions } from '../../parts/sandbox/use-health-actions.ts'
import { Button } from '../../ui/controls/button.tsx'

interface QuickActionsProps {
  readonly tree: HealthNode | undefined
  /** Path of the selected component. */
  readonly current: string | undefined
  readonly actions: HealthActions
}

/** Buttons for the most frequent changes of health. */
export function QuickActions({ tree, current, actions }: QuickActionsProps) {
  const [isFlapOpen, setFlapOpen] = useState(false)
  const buttons = [
    {
      label: 'All green',
      title: 'Restores the initial state of every component, and removes those that were added',
      run: () => actions.reset(),
    },
    ...healthPresets.map(([label, path, state]) => ({
      label,
      title: `${path} becomes ${state.label}`,
      run: () => actions.set(path, state),
    })),
    { label: 'Flap…', title: 'Makes a component switch between two states', run: () => setFlapOpen(true) },
  ]

  return (
    <>
      {buttons.map(({ label, title, run }) => (
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
