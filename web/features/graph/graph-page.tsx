import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { EntityPanel } from '../../parts/entity/entity-panel.tsx'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import type { EntityTab } from '../../parts/entity/entity-tabs.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { entityPageQuery, listedEntitiesQuery, wholeEntityQuery } from '../../service/entities.ts'
import { EmptyState, Page } from '../../ui/layout/page.tsx'
import { EntityCard, Neighbours } from './neighbours.tsx'

/** The graph around an entity: its parents on the left, its children on the right, further neighbours on demand. */
export function GraphPage() {
  const search = useSearch({ from: '/graph' })
  const navigate = useNavigate({ from: '/graph' })
  const newest = useQuery({
    ...entityPageQuery({ sort: 'modified_on', order: 'desc' }, 0),
    enabled: search.root === undefined,
  })
  const root = search.root ?? newest.data?.items[0]?.id
  const [tab, setTab] = useState<EntityTab>()
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }) })
  const close = () => set({ selected: undefined })

  useCommands([{ label: 'Close the side panel', keys: 'Escape', run: close }])

  return (
    <div className="flex min-h-0 flex-1">
      <Page
        actions={
          <div className="w-64 max-w-full">
            <EntityPicker
              label="Start from an entity"
              placeholder="Start from…"
              choose={({ id }) => set({ root: id, selected: undefined })}
            />
          </div>
        }
      >
        {root === undefined ? (
          <QueryResult query={newest}>
            {() => <EmptyState title="This sandbox has no entities." />}
          </QueryResult>
        ) : (
          <GraphView
            key={root}
            root={root}
            selected={search.selected}
            open={(selected) => set({ selected })}
          />
        )}
      </Page>
      {search.selected !== undefined && (
        <EntityPanel id={search.selected} tab={tab} setTab={setTab} close={close} />
      )}
    </div>
  )
}

interface GraphViewProps {
  readonly root: number
  readonly selected: number | undefined
  readonly open: (id: number) => void
}

/** The graph, initially scrolled so that its root is in the middle. */
function GraphView({ root, selected, open }: GraphViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const entity = useQuery(listedEntitiesQuery([root])).data?.get(root)
  const whole = useQuery(wholeEntityQuery(root))

  useLayoutEffect(() => {
    if (!whole.isSuccess) return
    box.current?.querySelector('[data-root]')?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [whole.isSuccess])

  if (whole.error) return <FailureNotice error={whole.error} retry={() => void whole.refetch()} />
  const common = { id: root, current: selected, open }

  return (
    <div
      ref={box}
      role="group"
      aria-label="Graph"
      className="@container grid min-h-0 flex-1 overflow-auto p-4"
    >
      <div className="m-auto flex items-center @max-xl:m-0 @max-xl:flex-col @max-xl:items-start @max-xl:gap-3">
        <Neighbours {...common} column="left" />
        <div data-root className="rounded outline-2 outline-accent">
          <EntityCard id={root} entity={entity} isCurrent={root === selected} open={open} />
        </div>
        <Neighbours {...common} column="right" />
      </div>
    </div>
  )
}
