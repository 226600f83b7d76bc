import { useQuery } from '@tanstack/react-query'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { overview } from '../../service/sandbox.ts'
import { Select } from '../../ui/controls/field.tsx'

/** How status resources write colours: clients have to take them in any letter case. */
export function LabelCaseSelect() {
  const control = useControl()

  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">Colours written as</span>
      <Select
        className="font-mono"
        value={useQuery(overview).data?.label_case ?? 'documented'}
        options={[
          ['documented', 'Green'],
          ['upper', 'GREEN'],
          ['lower', 'green'],
        ]}
        choose={(to) => {
          const path = '/__sandbox/label-case'

          control.mutate({
            method: 'PUT',
            path,
            body: { case: to },
            done: 'Colours are written so from now on.',
          })
        }}
      />
    </label>
  )
}
