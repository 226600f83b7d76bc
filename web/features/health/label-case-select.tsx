import { useQuery } from '@tanstack/react-query'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { client } from '../../service/client.ts'
import { overview, type Overview } from '../../service/sandbox.ts'
import { Select } from '../../ui/controls/field.tsx'

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
