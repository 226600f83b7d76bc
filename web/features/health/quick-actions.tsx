import { useState } from 'react'
import { type HealthNode, healthPresets } from '../../service/health.ts'
import { FlapDialog } from './flap-dialog.tsx'
import type { HealthActions } from './use-health.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { client } from '../../service/client.ts'
import { overview, type Overview } from '../../service/sandbox.ts'
import { Select } from '../../ui/controls/field.tsx'

interface QuickActionsProps {
  readonly tree: HealthNode | undefined
  /** Path of the component that is looked at. */
  readonly current: string | undefined
  readonly actions: HealthActions
}

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

/** How status resources write colours: clients have to take them in any letter case. */
export function LabelCaseSelect() {
  const { run } = useControl()
  const current = useQuery(overview).data?.label_case ?? 'documented'

  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">Case of colour names</span>
      <Select
        className="font-mono"
        value={current}
        options={[
          ['documented', 'Green'],
          ['upper', 'GREEN'],
          ['lower', 'green'],
        ]}
        choose={(to) => run(put(to), 'Changed the case of colour names.', put(current))}
      />
    </label>
  )
}

function put(labelCase: Overview['label_case']) {
  return () => client.PUT('/__sandbox/label-case', { body: { case: labelCase } })
}
