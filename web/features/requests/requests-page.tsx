import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Pause, Play, Search, SquareTerminal, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { capacity, clearJournal, retryJournal, useJournal, type JournalEntry } from '../../service/journal.ts'
import { read } from '../../service/client.ts'
import { useCommands } from '../../commands/registry.ts'
import { counted } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Page } from '../../ui/page.tsx'
import { announce } from '../../ui/announcer.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { EmptyState, Skeleton } from '../../ui/notice.tsx'
import { toastFailure } from '../../ui/toasts.tsx'
import { requestColumns } from './request-columns.tsx'
import { RequestPanel } from './request-panel.tsx'
import { requestFilter } from './request-filter.ts'
import { TrafficSparklines } from './traffic-sparklines.tsx'

/** What applications ask of the sandbox, as it happens. */
export function RequestsPage() {
  const { q = '', selected, paused } = useSearch({ from: '/requests' })
  const navigate = useNavigate({ from: '/requests' })
  const { entries, state, error } = useJournal()
  const [held, setHeld] = useState<readonly JournalEntry[]>()
  const shown = (held ?? entries).filter(requestFilter(q))
  const news = held ? entries.filter(({ sequence }) => sequence > (held[0]?.sequence ?? 0)).length : 0
  const current = entries.find(({ sequence }) => String(sequence) === selected)
  const isPaused = paused === 'yes'
  const [isScrolled, setScrolled] = useState(false)
  // Whoever reads further down is not to have the lines move below the eyes.
  const isHeld = isPaused || isScrolled
  const [shift, setShift] = useState(0)
  const togglePause = () =>
    void navigate({
      search: (before) => ({ ...before, paused: isPaused ? undefined : 'yes' }),
      replace: true,
    })
  const close = () => void navigate({ search: (before) => ({ ...before, selected: undefined }) })

  const catchUp = () => {
    setHeld(isPaused ? entries : undefined)
    setScrolled(false)
    setShift(shift + 1)
  }
  const onView = useCallback((first: number) => setScrolled(first > 0), [])

  // While it is held, the list stays as it was and only counts what comes.
  if (isHeld && !held && state === 'ready') setHeld(entries)
  if (!isHeld && held) setHeld(undefined)

  useEffect(() => {
    if (news === 0) return
    const timer = setTimeout(() => announce(counted(news, 'new request')), 1500)

    return () => clearTimeout(timer)
  }, [news])

  useCommands([
    { id: 'pause', label: isPaused ? 'Go on' : 'Pause', group: 'This view', keys: '.', run: togglePause },
    {
      id: 'clear',
      label: 'Clear the journal',
      group: 'This view',
      run: () => void clearJournal().catch(toastFailure),
    },
    {
      id: 'filter',
      label: 'Filter the requests',
      group: 'This view',
      keys: '/',
      run: () => document.querySelector<HTMLInputElement>('#request-filter')?.focus(),
    },
    { id: 'close', label: 'Close the side panel', group: 'This view', keys: 'Escape', run: close },
  ])

  return (
    <div className="flex min-h-0 flex-1">
      <Page
        actions={
          <>
            <Link to="/explore" className="button">
              <SquareTerminal size={14} aria-hidden />
              Explorer
            </Link>
            <button
              type="button"
              className="button"
              onClick={togglePause}
              aria-pressed={isPaused}
              title="Pause (.)"
            >
              {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
              {isPaused ? 'Paused' : 'Pause'}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                read('/__sandbox/journal/har?source=-console').then(
                  (har) => saveFile('sandbox.har', JSON.stringify(har, undefined, 2)),
                  toastFailure,
                )
              }}
            >
              <Download size={14} aria-hidden />
              Export HAR
            </button>
            <button type="button" className="button" onClick={() => void clearJournal().catch(toastFailure)}>
              <Trash2 size={14} aria-hidden />
              Clear
            </button>
          </>
        }
      >
        <div className="relative border-b border-line p-2">
          <Search
            size={14}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
          />
          <input
            id="request-filter"
            type="search"
            aria-label="Filter requests"
            className="field w-full pl-7"
            placeholder="method:POST status:4xx path:/copy user:admin fault:yes any text"
            value={q}
            onChange={(event) => {
              const { value } = event.target

              void navigate({ search: (before) => ({ ...before, q: value || undefined }), replace: true })
            }}
          />
        </div>
        <div className="relative flex min-h-0 flex-1 flex-col">
          {news > 0 && (
            // Over the list, so that it does not move.
            <button
              type="button"
              className="button absolute top-9 left-1/2 z-20 -translate-x-1/2 rounded-full border-accent text-accent shadow"
              onClick={catchUp}
            >
              {counted(news, 'new request')}
            </button>
          )}
          {state === 'failed' && <FailureNotice error={error} retry={retryJournal} />}
          {state === 'waiting' && <Skeleton rows={12} />}
          {state === 'ready' && shown.length === 0 && (
            <NoRequests isFiltered={q !== '' && entries.length > 0} />
          )}
          {state === 'ready' && shown.length > 0 && (
            <DataGrid
              key={shift}
              onView={onView}
              label="Requests"
              columns={requestColumns}
              rowCount={shown.length}
              rowAt={(index) => shown[index]}
              keyOf={({ sequence }) => String(sequence)}
              nameOf={({ method, path, status }) => `${method} ${path} ${status}`}
              current={selected}
              onOpen={({ sequence }) =>
                void navigate({ search: (before) => ({ ...before, selected: String(sequence) }) })
              }
            />
          )}
        </div>
        <div className="@container flex h-8 items-center gap-4 border-t border-line px-3 text-sm text-muted">
          <span role="status">
            {state === 'ready' && counted(shown.length, 'request')}
            {entries.length >= capacity && `, of the latest ${capacity}. Export HAR has all that are kept.`}
          </span>
          <TrafficSparklines entries={entries} />
        </div>
      </Page>
      {current && <RequestPanel key={current.sequence} entry={current} close={close} />}
    </div>
  )
}

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title={isFiltered ? 'No request matches.' : 'No application has asked anything yet.'}>
      {!isFiltered && (
        <>
          <code className="code max-w-full py-1! break-all">curl {location.origin}/api/entities/1000</code>
          <Link to="/explore" className="button">
            Open the explorer
          </Link>
        </>
      )}
    </EmptyState>
  )
}
