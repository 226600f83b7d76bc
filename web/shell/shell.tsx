import { useIsFetching, useQuery } from '@tanstack/react-query'
import { keyNames, localTime } from '../lib/format.ts'
import { useAllCommands, useCommands, followKeys } from '../commands/console-commands.ts'
import { changeSettings, useSettings } from '../lib/console-settings.ts'
import { Modal, ConfirmationDialog } from '../ui/overlays/modal.tsx'
import { FailureNotice } from '../parts/query-result.tsx'
import { EmptyState, Page, Skeleton } from '../ui/layout/page.tsx'
import {
  Outlet,
  useNavigate,
  useRouter,
  useRouterState,
  type ErrorComponentProps,
  Link,
  type AnyRoute,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { followSandbox, lostAt, visibility } from '../service/live.ts'
import { useStore } from '../lib/store.ts'
import { applyUndo, actAs, startPreset } from '../parts/sandbox/control.ts'
import { Announcer, NoticeBar } from '../ui/feedback/toasts.tsx'
import { keepFocus } from '../ui/feedback/keep-focus.ts'
import { CurrentMenu } from '../ui/overlays/menu.tsx'
import { Header, useTabTitle } from './header.tsx'
import { openPaletteLabel, Palette } from './palette.tsx'
import { Button, LinkButton, IconButton } from '../ui/controls/button.tsx'
import { useOneStop } from '../ui/controls/one-stop.ts'
import { CircleHelp, CircleCheck, LoaderCircle, X } from 'lucide-react'
import { ThemeSelect } from '../parts/sandbox/setting-selects.tsx'
import { absoluteServiceUrl } from '../lib/page-addresses.ts'
import { changeHealth } from '../parts/sandbox/use-health.ts'
import { overviewQuery } from '../service/sandbox-queries.ts'
import { getQuery, queryClient } from '../service/service-client.ts'
import { CopyButton } from '../ui/controls/copy-button.tsx'

/** All keyboard shortcuts of this page. */
export function ShortcutsDialog({ close }: { close: () => void }) {
  const commands = useAllCommands().filter(({ keys }) => keys !== undefined)
  const { shortcuts } = useSettings()
  const inLists = [
    ['↑ ↓ j k', 'Move'],
    ['Home End', 'Go to the first or last row'],
    ['Page Up, Page Down', 'Scroll one page'],
    ['Enter', 'Open in the side panel'],
    ['Mod+Enter', 'Open the full page; send a form'],
    ['Space, x', 'Select'],
    ['Shift+↑ ↓', 'Extend the selection'],
    ['Menu key', 'Open the row’s menu'],
  ] as const
  const sections = [
    ['This page', commands.map(({ keys = '', label }) => [keys, label] as const)],
    ['In lists and forms', inLists],
  ] as const

  return (
    <Modal title="Keyboard shortcuts" close={close} className="w-140">
      <div className="grid gap-x-6 overflow-y-auto p-4 sm:grid-cols-2">
        {sections.map(([title, rows]) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-muted">{title}</h3>
            <dl>
              {rows.map(([keys, label]) => (
                <div
                  key={label}
                  className="flex items-baseline justify-between gap-3 border-b border-line/60 py-1"
                >
                  <dt className="min-w-0">{label}</dt>
                  <dd className="shrink-0 font-mono text-sm text-muted">{keyNames(keys)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label className="mt-4 flex items-center gap-2 sm:col-start-2">
          <input
            type="checkbox"
            checked={shortcuts}
            onChange={(event) => changeSettings({ shortcuts: event.target.checked })}
          />
          Enable single-key shortcuts
        </label>
      </div>
    </Modal>
  )
}

/** Header and rail around every page. */
export function Shell() {
  const [open, setOpen] = useState<'palette' | 'shortcuts'>()
  const isVisible = useStore(visibility)

  useEffect(followKeys, [])
  useEffect(keepFocus, [])
  useEffect(() => (isVisible ? followSandbox(queryClient) : undefined), [isVisible])
  useTabTitle()
  useShellCommands(setOpen)

  return (
    <div className="flex h-full flex-col">
      <Button
        className="absolute top-1 left-1 z-50 -translate-y-20 focus:translate-y-0"
        onClick={() => document.querySelector<HTMLElement>('main h1')?.focus()}
      >
        Skip to content
      </Button>
      <Header openPalette={() => setOpen('palette')} />
      <LostConnection />
      <FirstSteps />
      <div className="flex min-h-0 flex-1 max-sm:flex-col-reverse">
        <Rail showShortcuts={() => setOpen('shortcuts')} />
        <main className="relative flex min-h-0 min-w-0 flex-1 flex-col">
          <Outlet />
          <CurrentMenu />
        </main>
      </div>
      {open === 'palette' && <Palette close={() => setOpen(undefined)} />}
      {open === 'shortcuts' && <ShortcutsDialog close={() => setOpen(undefined)} />}
      <ConfirmationDialog />
      <NoticeBar />
      <Announcer />
      <PreloadedPages />
    </div>
  )
}

function useShellCommands(open: (dialog: 'palette' | 'shortcuts') => void): void {
  const navigate = useNavigate()
  const pages = usePagesWithoutParameters()

  useCommands([
    { label: openPaletteLabel, group: 'Sandbox', keys: 'Mod+k', run: () => open('palette') },
    { label: 'Undo the last change', group: 'Sandbox', keys: 'Mod+z', run: () => void applyUndo('undo') },
    {
      label: 'Redo the last change',
      group: 'Sandbox',
      keys: 'Mod+Shift+z',
      run: () => void applyUndo('redo'),
    },
    { label: 'Show the keyboard shortcuts', group: 'Sandbox', keys: '?', run: () => open('shortcuts') },
    ...pages
      .filter(({ keys }) => keys)
      .map(({ to, title, keys }) => ({
        label: `Go to ${title}`,
        group: 'Go to' as const,
        keys,
        run: () => void navigate({ to }),
      })),
  ])
}

/**
 * Loads the code of all pages once the first one has had all it asked for for a while, in milliseconds, so that they open
 * even after the sandbox that serves them has stopped.
 */
const quietTime = 1500

function PreloadedPages() {
  const router = useRouter()
  const isLoading = useRouterState({ select: ({ status }) => status !== 'idle' })
  const isQuiet = useIsFetching() === 0 && !isLoading

  useEffect(() => {
    if (!isQuiet) return undefined
    const timer = setTimeout(() => {
      for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route)
    }, quietTime)

    return () => clearTimeout(timer)
  }, [router, isQuiet])

  return null
}

function LostConnection() {
  const since = useStore(lostAt)

  if (since === undefined) return null

  return (
    <p role="alert" className="border-b border-red bg-red-soft px-3 py-1.5">
      Connection to the sandbox lost at {localTime(since)}. If it has stopped, start it again with{' '}
      <code className="font-mono">npx entity-sandbox</code>; this page reconnects automatically.
    </p>
  )
}

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState title="There is no page at this address.">
        <LinkButton to="/entities">Go to the entities</LinkButton>
      </EmptyState>
    </Page>
  )
}

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }

  return (
    <Page title="Something went wrong on this page">
      <FailureNotice error={error} retry={retry} />
      {error instanceof Error && error.stack && <pre className="code m-3">{error.stack}</pre>}
    </Page>
  )
}

export const PendingPage = Skeleton

/** The menu of pages, the theme and the shortcuts; on narrow screens, a bar at the bottom. */
export function Rail({ showShortcuts }: { showShortcuts: () => void }) {
  return (
    <nav
      {...useOneStop()}
      aria-label="Pages"
      className="flex shrink-0 flex-col gap-px border-r border-line bg-raised p-2 max-lg:w-12 max-lg:p-1.5 max-sm:w-full max-sm:flex-row max-sm:border-t max-sm:border-r-0 lg:w-45"
    >
      {usePagesWithoutParameters().map(
        ({ to, title = '', label = title, keys, Icon }) =>
          Icon && (
            <Link
              key={to}
              to={to}
              title={`${label} (${keys})`}
              className="group flex h-7 items-center gap-2 rounded px-2 text-muted no-underline hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:font-medium data-[status=active]:text-ink max-lg:h-9 max-lg:justify-center max-lg:px-0 max-sm:h-12 max-sm:flex-1 max-sm:flex-col max-sm:gap-0.5"
            >
              <Icon size={16} aria-hidden className="shrink-0" />
              <span className="max-lg:sr-only sm:max-lg:sr-only max-sm:not-sr-only max-sm:w-full max-sm:truncate max-sm:text-center max-sm:text-[10px] max-[430px]:group-not-data-[status=active]:sr-only">
                {label}
              </span>
            </Link>
          ),
      )}
      <div className="mt-auto flex flex-col gap-2 max-lg:hidden">
        <ThemeSelect />
        <Button Icon={CircleHelp} className="justify-start px-2" tone="quiet" onClick={showShortcuts}>
          Shortcuts
          <kbd className="ml-auto font-mono text-xs">?</kbd>
        </Button>
      </div>
    </nav>
  )
}

/** The pages without path parameters, as their routes declare them and in that order, which is the order of the menu. */
export function usePagesWithoutParameters(): (StaticDataRouteOption & { readonly to: string })[] {
  const routes: AnyRoute[] = Object.values(useRouter().routesById)

  return routes
    .map(({ fullPath, options }) => ({ to: String(fullPath), ...options.staticData }))
    .filter(({ title, to }) => title !== undefined && !to.includes('$'))
}

/** What an application may meet, each begun by a button. */
const ideas: readonly (readonly [label: string, run: () => unknown])[] = [
  ['Slow', () => startPreset('slow-3g')],
  ['Failing', () => startPreset('maintenance')],
  ['Search red', () => changeHealth('search', { label: 'Red' })],
  ['As reader', () => actAs('reader')],
]

/** Where to point an application, until it has sent a request; then what to try. */
function FirstSteps() {
  const { welcomed } = useSettings()
  // In a tab, the application is on the page already.
  const isNeeded = useQuery(overviewQuery).data?.runtime === 'node' && !welcomed
  const [wasWaiting, setWasWaiting] = useState(false)
  const journal = useQuery({
    ...getQuery('/__sandbox/journal', { query: { source: '', outgoing: 'no', limit: 1 } }),
    enabled: isNeeded,
    // No event is sent for requests that change nothing.
    refetchInterval: ({ state }) => (state.data?.total_items ? false : 2000),
    // Once there is one, it stays as it is.
    meta: { isCalm: true },
  }).data
  const first = journal?.items[0]
  const stop = useOneStop()

  // During render, as React recommends for state that depends on other state.
  if (journal && !first && !wasWaiting) setWasWaiting(true)
  // Or an application has been using the sandbox for some time.
  if (!isNeeded || !wasWaiting) return null

  return (
    <section
      {...stop}
      aria-label="First steps"
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 ${first ? 'bg-green-soft' : 'bg-accent-soft'}`}
    >
      <p role="status" className="flex min-w-0 flex-wrap items-center gap-x-2">
        {first ? (
          <>
            <CircleCheck size={16} aria-hidden className="text-green" />
            <span className="wrap-anywhere">
              Your application sent {first.method} {first.path}. See how it copes:
            </span>
          </>
        ) : (
          <>
            <LoaderCircle size={16} aria-hidden className="text-accent motion-safe:animate-spin" />
            <span className="wrap-anywhere">
              Point your application at <span className="font-mono">{absoluteServiceUrl}</span>
            </span>
          </>
        )}
      </p>
      {first ? (
        ideas.map(([label, run]) => (
          <Button key={label} onClick={() => void run()}>
            {label}
          </Button>
        ))
      ) : (
        <>
          <CopyButton text={absoluteServiceUrl} label="the base URL" />
          <span className="text-muted">Waiting for its first request…</span>
        </>
      )}
      <span className="ml-auto">
        <IconButton Icon={X} label="Close the first steps" run={() => changeSettings({ welcomed: true })} />
      </span>
    </section>
  )
}
