import { useQuery } from '@tanstack/react-query'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { client } from '../../service/client.ts'
import { overviewQuery, type Overview } from '../../service/sandbox.ts'
import { Select } from '../../ui/controls/field.tsx'

/** The letter case of colours in status resources, of which clients must accept any (interface 2.6.3). */
export function LabelCaseSelect() {
  const { run } = useControl()
  const current = useQuery(overviewQuery).data?.label_case ?? 'documented'

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
        choose={(labelCase) => run(put(labelCase), 'Changed the case of colour names.', put(current))}
      />
    </label>
  )
}

function put(labelCase: Overview['label_case']) {
  return () => client.PUT('/__sandbox/label-case', { body: { case: labelCase } })
}
