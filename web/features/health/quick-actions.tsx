import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import type { HealthChange, HealthNode } from '../../service/health.ts'
import { FlapDialog } from './flap-dialog.tsx'
import type { HealthActions } from './health-page.tsx'

interface QuickActionsProps {
  readonly tree: HealthNode | undefined
  /** Path of the component that is looked at. */
  readonly current: string | undefined
  readonly actions: HealthActions
}

/** What goes wrong most often. */
const troubles: readonly (readonly [name: string, path: string, state: HealthChange])[] = [
  ['One worker down', 'graph/worker-1', { label: 'Red', message: 'The worker has stopped.' }],
  ['Search slow', 'search', { label: 'Yellow', message: 'Queries take longer than two seconds.' }],
  ['Storage fatal', 'data_storage', { label: 'Red', message: 'No connection to the storage.' }],
]

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

  useCommands(quick.map(({ label, run }) => ({ id: label, label, group: 'This view', run })))

  return (
    <>
      {quick.map(({ label, title, run }) => (
        <button key={label} type="button" className="button" title={title} onClick={run}>
          {label}
        </button>
      ))}
      {tree && isFlapOpen && (
        <FlapDialog tree={tree} current={current} actions={actions} close={() => setFlapOpen(false)} />
      )}
    </>
  )
}
