import { FailureNotice } from '../parts/query-result.tsx'
import { EmptyState, Page, Skeleton } from '../ui/layout/page.tsx'
import { Outlet, useNavigate, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lostAt } from '../service/live.ts'
import { useCommands, followKeys } from '../commands/commands.ts'
import { timeOfDay } from '../lib/format.ts'
import { changeSettings, themes } from '../lib/settings.ts'
import { useStore } from '../lib/store.ts'
import { applyUndo } from '../parts/sandbox/undo.ts'
import { Announcer, NoticeBar } from '../ui/feedback/toasts.tsx'
import { ConfirmationDialog } from '../ui/overlays/modal.tsx'
import { keepFocus } from '../ui/feedback/keep-focus.ts'
import { CurrentMenu } from '../ui/overlays/menu.tsx'
import { Header, useHealthInTab } from './header.tsx'
import { openPaletteLabel, Palette } from './palette.tsx'
import { Rail, usePagesWithoutParameters } from './rail.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { Button, LinkButton } from '../ui/controls/button.tsx'

/** Header and rail around every page. */
export function Shell() {
  const [open, setOpen] = useState<'palette' | 'shortcuts'>()

  useEffect(followKeys, [])
  useEffect(keepFocus, [])
  usePreloadedPages()
  useHealthInTab()
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
    ...themes.map((theme) => ({
      label: `Use the ${theme} theme`,
      group: 'Appearance' as const,
      run: () => changeSettings({ theme }),
    })),
  ])
}

/** Preloads the code of all pages, so that they open even after the sandbox that serves them has stopped. */
function usePreloadedPages(): void {
  const router = useRouter()

  useEffect(() => {
    const timer = setTimeout(() => {
      for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route)
    }, 3000)

    return () => clearTimeout(timer)
  }, [router])
}

function LostConnection() {
  const since = useStore(lostAt)

  if (since === undefined) return null

  return (
    <p role="alert" className="border-b border-red bg-red-soft px-3 py-1.5">
      Connection to the sandbox lost at {timeOfDay(since)} UTC. If it has stopped, start it again with{' '}
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
