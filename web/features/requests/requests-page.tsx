import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Group, Pause, Play, SquareTerminal, Trash2 } from 'lucide-react'
import { useCommands } from '../../commands/console-commands.ts'
import { absoluteServiceUrl } from '../../lib/page-addresses.ts'
import { counted, localTime } from '../../lib/format.ts'
import { FailureNotice } from '../../parts/query-result.tsx'
import { getQuery, isNotFound } from '../../service/service-client.ts'
import { saveJournal } from '../../parts/response.tsx'
import {
  capacity,
  clearJournal,
  followJournal,
  useJournal,
  type JournalEntry,
  type JournalView,
} from '../../service/journal-stream.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import { SearchField, useTypedText } from '../../ui/controls/field.tsx'
import { EmptyState, Skeleton, Page, SidePanel } from '../../ui/layout/page.tsx'
import { showFailure, announce } from '../../ui/feedback/toasts.tsx'
import { requestColumns, axisOf, Routes, Traffic } from './request-columns.tsx'
import { requestFilter } from './request-filter.ts'
import { RequestPanel } from './request-panel.tsx'
import { useCallback, useEffect, useMemo, useState } from 'react'

/** The requests of applications, live. */
export function RequestsPage() {
  const search = useSearch({ from: '/requests' })
  const navigate = useNavigate({ from: '/requests' })
  const { q = '', selected, paused, with: other, by } = search
  const journal = useJournal()
  const list = usePausedList(journal, paused === 'yes')
  // The list keeps entries while it is paused that the journal has dropped.
  const known = [...list.entries, ...journal.entries]
  const { data: current, error } = useEntry(selected, journal.state, known)
  const compared = useEntry(other, journal.state, known).data
  const set = (change: Partial<typeof search>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace })
  const togglePause = () => set({ paused: paused ? undefined : 'yes' }, true)
  const pauseLabel = paused ? 'Resume' : 'Pause'
  const toggleRoutes = () => set({ by: by ? undefined : 'route' })
  const close = () => set({ selected: undefined })
  const clear = () => void clearJournal().then(close, showFailure)

  useCommands([
    { label: pauseLabel, keys: '.', run: togglePause },
    { label: 'Group by route', run: toggleRoutes },
    { label: 'Clear the requests', run: clear },
    ...(selected === undefined ? [] : [{ label: 'Close the side panel', keys: 'Escape', run: close }]),
  ])

  return (
    <div className="flex min-h-0 flex-1">
      <Page
        actions={
          <>
            <LinkButton Icon={SquareTerminal} to="/requests/new">
              New request
            </LinkButton>
            <Button Icon={Group} aria-pressed={by === 'route'} onClick={toggleRoutes}>
              By route
            </Button>
            <Button Icon={paused ? Play : Pause} onClick={togglePause} title={`${pauseLabel} (.)`}>
              {pauseLabel}
            </Button>
            <Button Icon={Download} onClick={saveJournal}>
              Export HAR
            </Button>
            <Button Icon={Trash2} onClick={clear}>
              Clear
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-2 border-b border-line p-2">
          <FilterField q={q} filter={(q) => set({ q: q || undefined }, true)} />
          {compared && <ComparedWith entry={compared} stop={() => set({ with: undefined })} />}
        </div>
        <Requests
          list={list}
          q={q}
          selected={selected}
          byRoute={by === 'route'}
          open={(sequence) => set({ selected: sequence })}
          filter={(q) => set({ q, by: undefined })}
        />
      </Page>
      {current && (
        <RequestPanel
          key={`${current.sequence} ${other}`}
          entry={current}
          other={compared === current ? undefined : compared}
          compare={() => set({ with: current.sequence })}
          close={close}
        />
      )}
      {!current && isNotFound(error) && (
        <SidePanel label="Request">
          <EmptyState title={`Request ${selected} is not, or no longer, in the journal.`}>
            <Button onClick={close}>Close the panel</Button>
          </EmptyState>
        </SidePanel>
      )}
    </div>
  )
}

/** An entry of the journal that an address names, which may be older than those that the page knows. */
function useEntry(sequence = 0, state: JournalView['state'], known: readonly JournalEntry[]) {
  const entry = known.find((entry) => entry.sequence === sequence)
  const older = useQuery({
    ...getQuery('/__sandbox/journal/{sequence}', { path: { sequence } }),
    meta: { isCalm: true },
    enabled: sequence > 0 && !entry && state === 'ready',
  })

  return { ...older, data: entry ?? older.data }
}

/** The field of the filter, whose text is in the page's address. */
function FilterField({ q, filter }: { q: string; filter: (q: string) => void }) {
  const [text, setText] = useTypedText(q, filter)

  useCommands([
    {
      label: 'Filter the requests',
      keys: '/',
      run: () => document.getElementById('request-filter')?.focus(),
    },
  ])

  return (
    <SearchField
      id="request-filter"
      aria-label="Filter requests"
      placeholder="method:POST status:4xx path:/copy operation:ProductPage user:admin fault:yes upstream:yes any text"
      value={text}
      change={setText}
    />
  )
}

/** Names the request with which others are compared. */
function ComparedWith({ entry, stop }: { entry: JournalEntry; stop: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="wrap-anywhere">
        Compared with {entry.method} {entry.path} of {localTime(entry.time)}: choose another request.
      </span>
      <Button onClick={stop}>Stop comparing</Button>
    </p>
  )
}

interface RequestsProps {
  readonly list: ReturnType<typeof usePausedList>
  readonly q: string
  readonly selected: number | undefined
  readonly byRoute: boolean
  readonly open: (sequence: number) => void
  readonly filter: (q: string) => void
}

/** The list with its footer, or the reason why it is empty. */
function Requests({ list, q, selected, byRoute, open, filter }: RequestsProps) {
  const { entries, state, error, newCount } = list
  const matches = entries.filter(requestFilter(q))
  const { start, end } = axisOf(matches)
  const axis = useMemo(() => ({ start, end }), [start, end])
  const columns = useMemo(() => requestColumns(axis), [axis])

  return (
    <>
      {matches.length > 0 && <Traffic entries={matches} axis={axis} />}
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
            <LinkButton to="/requests/new">New request</LinkButton>
          </EmptyState>
        )}
        {state === 'ready' && entries.length > 0 && matches.length === 0 && (
          <EmptyState title="No matching requests." />
        )}
        {matches.length > 0 && byRoute && <Routes entries={matches} filter={filter} />}
        {matches.length > 0 && !byRoute && (
          <DataGrid
            key={list.resetKey}
            onView={list.onView}
            label="Requests"
            columns={columns}
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
      </div>
    </>
  )
}

/**
 * The entries that the page shows. While the list is paused or scrolled down, it is frozen and only counts new entries,
 * so that rows do not move while someone reads them.
 */
export function usePausedList(journal: JournalView, isPaused: boolean) {
  const [frozen, setFrozen] = useState<readonly JournalEntry[]>()
  const [isScrolled, setScrolled] = useState(false)
  const [resetKey, setResetKey] = useState(0)
  const { entries, state } = journal
  const isFrozen = isPaused || isScrolled
  const newCount = frozen ? countNew(entries, frozen) : 0

  // During render, as React recommends for state that depends on other state.
  if (isFrozen && !frozen && state === 'ready') setFrozen(entries)
  // A list without entries was cleared.
  if (frozen && (!isFrozen || (entries.length === 0 && frozen.length > 0))) setFrozen(undefined)

  useEffect(() => {
    if (newCount === 0) return
    const timer = setTimeout(() => announce(counted(newCount, 'new request')), 1500)

    return () => clearTimeout(timer)
  }, [newCount])

  return {
    ...journal,
    entries: frozen ?? entries,
    /** The number of entries that arrived since the list was frozen. */
    newCount,
    /** A key that resets the scroll position of the grid when it changes. */
    resetKey,
    /** Shows the new entries. */
    catchUp: () => {
      setFrozen(isPaused ? entries : undefined)
      setScrolled(false)
      setResetKey(resetKey + 1)
    },
    onView: useCallback((first: number) => setScrolled(first > 0), []),
  }
}

/** The number of entries that arrived after the frozen ones; the newest come first. */
export function countNew(entries: readonly JournalEntry[], frozen: readonly JournalEntry[]): number {
  const lastFrozen = frozen[0]?.sequence ?? 0
  const index = entries.findIndex(({ sequence }) => sequence <= lastFrozen)

  return index === -1 ? entries.length : index
}
