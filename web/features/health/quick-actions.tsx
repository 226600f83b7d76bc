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

/** Buttons for the most frequent changes of the health. */
export function QuickActions({ tree, current, actions }: QuickActionsProps) {
  const [isFlapOpen, setFlapOpen] = useState(false)
  const quick = [
    {
      label: 'All green',
      title: 'Resets every component to its initial state',
      run: () => actions.release(),
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
