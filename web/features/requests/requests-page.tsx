import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Pause, Play, SquareTerminal, Trash2 } from 'lucide-react'
import { useCommands } from '../../commands/commands.ts'
import { useSandboxTime } from '../../parts/sandbox/sandbox-time.tsx'
import { absoluteServiceUrl } from '../../lib/addresses.ts'
import { counted, formatDuration } from '../../lib/format.ts'
import { FailureNotice } from '../../parts/query-result.tsx'
import { saveResponse } from '../../parts/response.tsx'
import { capacity, clearJournal, followJournal, useJournal } from '../../service/journal.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import { SearchField } from '../../ui/controls/field.tsx'
import { EmptyState, Skeleton, Page } from '../../ui/layout/page.tsx'
import { useTypedText } from '../../ui/controls/use-typed-text.ts'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { requestColumns } from './request-columns.tsx'
import { requestFilter } from './request-filter.ts'
import { RequestPanel } from './request-panel.tsx'
import { trafficOf } from './traffic.ts'
import { usePausedList } from './use-paused-list.ts'

const clear = () => void clearJournal().catch(showFailure)

/** The requests of applications, live. */
export function RequestsPage() {
  const search = useSearch({ from: '/requests' })
  const navigate = useNavigate({ from: '/requests' })
  const { q = '', selected, paused } = search
  const journal = useJournal()
  const list = usePausedList(journal, paused === 'yes')
  // The list keeps entries while it is paused that the journal has dropped.
  const current = [...list.entries, ...journal.entries].find(({ sequence }) => sequence === selected)
  const set = (change: Partial<typeof search>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace })
  const [filter, setFilter] = useTypedText(q, (q) => set({ q: q || undefined }, true))
  const togglePause = () => set({ paused: paused ? undefined : 'yes' }, true)
  const pauseLabel = paused ? 'Resume' : 'Pause'
  const close = () => set({ selected: undefined })

  useCommands([
    { label: pauseLabel, keys: '.', run: togglePause },
    { label: 'Clear the requests', run: clear },
    {
      label: 'Filter the requests',
      keys: '/',
      run: () => document.getElementById('request-filter')?.focus(),
    },
    { label: 'Close the side panel', keys: 'Escape', run: close },
  ])

  return (
    <div className="flex min-h-0 flex-1">
      <Page
        actions={
          <>
            <LinkButton Icon={SquareTerminal} to="/explore">
              Explorer
            </LinkButton>
            <Button Icon={paused ? Play : Pause} onClick={togglePause} title={`${pauseLabel} (.)`}>
              {pauseLabel}
            </Button>
            <Button
              Icon={Download}
              onClick={() => saveResponse('/__sandbox/journal/har?source=-console', 'sandbox.har')}
            >
              Export HAR
            </Button>
            <Button Icon={Trash2} onClick={clear}>
              Clear
            </Button>
          </>
        }
      >
        <div className="border-b border-line p-2">
          <SearchField
            id="request-filter"
            aria-label="Filter requests"
            placeholder="method:POST status:4xx path:/copy operation:ProductPage user:admin fault:yes upstream:yes any text"
            value={filter}
            change={setFilter}
          />
        </div>
        <Requests list={list} q={q} selected={selected} open={(sequence) => set({ selected: sequence })} />
      </Page>
      {current && <RequestPanel key={current.sequence} entry={current} close={close} />}
    </div>
  )
}

interface RequestsProps {
  readonly list: ReturnType<typeof usePausedList>
  readonly q: string
  readonly selected: number | undefined
  readonly open: (sequence: number) => void
}

/** The list with its footer, or the reason why it is empty. */
function Requests({ list, q, selected, open }: RequestsProps) {
  const { entries, state, error, newCount } = list
  const matches = entries.filter(requestFilter(q))
  const traffic = trafficOf(entries, useSandboxTime())

  return (
    <>
      <div className="relative flex min-h-0 flex-1 flex-col">
        {newCount > 0 && (
          // Over the list, so that the rows do not move.
          <Button
            className="absolute top-9 left-1/2 z-20 -translate-x-1/2 rounded-full border-accent text-accent shadow"
            onClick={list.catchUp}
          >
            {counted(newCount, 'new request')}
          </Button>
        )}
        {state === 'failed' && <FailureNotice error={error} retry={followJournal} />}
        {state === 'waiting' && <Skeleton rows={12} />}
        {state === 'ready' && entries.length === 0 && (
          <EmptyState title="No application has sent a request yet.">
            <code className="code max-w-full py-1! break-all">
              curl {absoluteServiceUrl}/api/entities/1000
            </code>
            <LinkButton to="/explore">Open the explorer</LinkButton>
          </EmptyState>
        )}
        {state === 'ready' && entries.length > 0 && matches.length === 0 && (
          <EmptyState title="No matching requests." />
        )}
        {matches.length > 0 && (
          <DataGrid
            key={list.resetKey}
            onView={list.onView}
            label="Requests"
            columns={requestColumns}
            rowCount={matches.length}
            rowAt={(index) => matches[index]}
            keyOf={({ sequence }) => sequence}
            nameOf={({ method, path, status }) => `${method} ${path} ${status}`}
            current={selected}
            onOpen={({ sequence }) => open(sequence)}
          />
        )}
      </div>
      <div className="@container flex min-h-8 flex-wrap items-center gap-x-4 border-t border-line px-3 text-sm text-muted">
        <span role="status">
          {state === 'ready' && counted(matches.length, 'request')}
          {entries.length >= capacity &&
            ` of the latest ${capacity}. Export HAR includes all stored requests.`}
        </span>
        {traffic.count > 0 && (
          <span className="sm:ml-auto">
            {counted(traffic.count, 'request')} in the last minute, 95% within {formatDuration(traffic.p95)}
          </span>
        )}
      </div>
    </>
  )
}
