import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { faultPresetsQuery, faultsQuery, scenariosQuery } from '../../service/faults.ts'
import { Card, Page } from '../../ui/layout/page.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { AddFault } from './add-fault.tsx'
import { FaultList } from './fault-list.tsx'
import { PresetList } from './preset-list.tsx'
import { ScenarioList } from './scenario-list.tsx'
import { useFaultControl } from '../../parts/sandbox/use-control.ts'
import { Button } from '../../ui/controls/button.tsx'

/** Simulated failures: single faults, presets and scenarios. */
export function FaultsPage() {
  const { method, path } = useSearch({ from: '/faults' })
  const list = useQuery(faultsQuery)
  const presets = useQuery(faultPresetsQuery)
  const scenarios = useQuery(scenariosQuery)
  const { clear } = useFaultControl()

  return (
    <Page
      actions={
        <Button disabled={!list.data?.length} onClick={clear}>
          Clear all faults
        </Button>
      }
    >
      <div className="min-h-0 flex-1 overflow-auto p-3">
        <div className="grid items-start gap-3 xl:grid-cols-2">
          <div className="grid gap-3">
            <Card
              title="Faults"
              hint="Delays add up; of other effects, only the first match applies. Requests that the console makes for itself are not affected; those you send in the explorer or replay are."
            >
              <AddFault key={`${method} ${path}`} method={method} path={path} />
              <QueryResult query={list} rows={2}>
                {(faults) => <FaultList faults={faults} />}
              </QueryResult>
            </Card>
            <Card title="Presets" hint="Groups of faults that are triggered and stopped together.">
              <QueryResult query={presets} rows={5}>
                {(presets) => <PresetList presets={presets} faults={list.data ?? []} />}
              </QueryResult>
            </Card>
          </div>
          <Card
            title="Scenarios"
            hint="Data, health, faults, user and clock under one name. Leaving a scenario restores what it changed; changes made in the meantime may be lost."
          >
            <QueryResult query={scenarios} rows={9}>
              {(scenarios) => <ScenarioList scenarios={scenarios} />}
            </QueryResult>
          </Card>
        </div>
      </div>
    </Page>
  )
}
