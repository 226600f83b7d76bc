import { Link, Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { connection, lostAt } from '../service/live.ts'
import { useCommands } from '../commands/registry.ts'
import { followKeys } from '../commands/shortcuts.ts'
import { timeOfDay } from '../lib/format.ts'
import { changeSettings, themes } from '../lib/settings.ts'
import { useStore } from '../lib/store.ts'
import { DeleteEntityDialog } from '../features/entities/delete-entity.tsx'
import { Announcer } from '../ui/announcer.tsx'
import { OpenedMenu } from '../ui/menu.tsx'
import { ThemeSelect } from '../ui/theme-select.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Header } from './header.tsx'
import { useHealthInTab } from './health-in-tab.ts'
import { otherViews, views } from './views.ts'

const loadPalette = () => import('../commands/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const CheatSheet = lazy(async () => ({ default: (await import('../commands/cheat-sheet.tsx')).CheatSheet }))

/** Header and rail around every view. */
export function Shell() {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const navigate = useNavigate()
  const router = useRouter()

  useEffect(followKeys, [])
  useEffect(() => {
    // By the time somebody wants them they are there, even when the sandbox that serves them has stopped.
    const palette = setTimeout(() => void loadPalette(), 1000)
    const views = setTimeout(() => {
      for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route)
    }, 3000)

    return () => {
      clearTimeout(palette)
      clearTimeout(views)
    }
  }, [router])
  useHealthInTab()
  useCommands([
    {
      id: 'palette',
      label: 'Open the command palette',
      group: 'Sandbox',
      keys: 'Mod+k',
      run: () => setOpen('palette'),
    },
    { id: 'keys', label: 'Show the keys', group: 'Sandbox', keys: '?', run: () => setOpen('keys') },
    ...[...views, ...otherViews].map(({ to, label, keys }) => ({
      id: `go ${to}`,
      label: `Go to ${label}`,
      group: 'Go to' as const,
      keys,
      run: () => void navigate({ to }),
    })),
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      label: `Use the ${theme === 'system' ? "system's" : theme} theme`,
      group: 'Appearance' as const,
      run: () => changeSettings({ theme }),
    })),
  ])

  return (
    <div className="flex h-full flex-col">
      <button
        type="button"
        className="button absolute top-1 left-1 z-50 -translate-y-20 focus:translate-y-0"
        onClick={() => document.querySelector<HTMLElement>('main h1')?.focus()}
      >
        Skip to the content
      </button>
      <Header openPalette={() => setOpen('palette')} />
      <LostConnection />
      <div className="flex min-h-0 flex-1 max-sm:flex-col-reverse">
        <Rail showKeys={() => setOpen('keys')} />
        <main className="relative flex min-h-0 min-w-0 flex-1 flex-col">
          <Outlet />
          <OpenedMenu />
        </main>
      </div>
      <Suspense>
        {open === 'palette' && <Palette close={() => setOpen(undefined)} />}
        {open === 'keys' && <CheatSheet close={() => setOpen(undefined)} />}
      </Suspense>
      <DeleteEntityDialog />
      <Toasts />
      <Announcer />
    </div>
  )
}

function Rail({ showKeys }: { showKeys: () => void }) {
  return (
    <nav
      aria-label="Views"
      className="flex shrink-0 flex-col gap-px border-r border-line bg-raised p-2 max-lg:w-12 max-lg:p-1.5 max-sm:w-full max-sm:flex-row max-sm:border-t max-sm:border-r-0 lg:w-45"
    >
      {views.map(({ to, label, keys, Icon }) => (
        <Link
          key={to}
          to={to}
          title={`${label} (${keys})`}
          className="flex h-7 items-center gap-2 rounded px-2 text-muted no-underline hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:font-medium data-[status=active]:text-ink max-lg:h-9 max-lg:justify-center max-lg:px-0 max-sm:h-12 max-sm:flex-1 max-sm:flex-col max-sm:gap-0.5"
        >
          <Icon size={16} aria-hidden className="shrink-0" />
          <span className="max-lg:sr-only max-sm:not-sr-only max-sm:w-full max-sm:truncate max-sm:text-center max-sm:text-[10px]">
            {label}
          </span>
        </Link>
      ))}
      <div className="mt-auto flex flex-col gap-2 max-lg:hidden">
        <ThemeSelect />
        <button type="button" className="button justify-start px-2" data-tone="quiet" onClick={showKeys}>
          <CircleHelp size={14} aria-hidden />
          Keys
          <kbd className="ml-auto font-mono text-xs">?</kbd>
        </button>
      </div>
    </nav>
  )
}

function LostConnection() {
  const state = useStore(connection)
  const since = useStore(lostAt)

  if (state !== 'lost' || since === undefined) return null

  return (
    <p role="alert" className="border-b border-red bg-red-soft px-3 py-1.5">
      The sandbox stopped at {timeOfDay(since).slice(0, 8)} UTC. Start it again with{' '}
      <code className="font-mono">npx entity-sandbox</code>; this page goes on by itself.
    </p>
  )
}
