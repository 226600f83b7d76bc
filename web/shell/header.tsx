import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { Search, X, Zap } from 'lucide-react'
import { connection, visibility } from '../service/live.ts'
import { overviewQuery, type Overview } from '../service/sandbox-queries.ts'
import { useUserNames } from '../parts/sandbox/setting-selects.tsx'
import { actAs, clearFaults } from '../parts/sandbox/control.ts'
import { counted, keyNames } from '../lib/format.ts'
import { sandboxId } from '../lib/page-addresses.ts'
import { useStore } from '../lib/store.ts'
import { Select } from '../ui/controls/field.tsx'
import { HealthBadge } from '../parts/badges.tsx'
import { Button } from '../ui/controls/button.tsx'
import { useOneStop } from '../ui/controls/one-stop.ts'
import { useEffect } from 'react'

/** The bar above every page: the connection, what is simulated, the health, and the user. */
export function Header({ openPalette }: { openPalette: () => void }) {
  const { data } = useQuery(overviewQuery)
  const faults = data?.active_faults ?? 0
  const userNames = useUserNames()

  return (
    <header
      {...useOneStop()}
      className="flex h-10 shrink-0 items-center gap-2 border-b border-line bg-raised px-3 max-sm:gap-1.5 max-sm:px-2 pointer-coarse:h-12"
    >
      <Link
        to="/entities"
        className="flex min-h-6 min-w-6 items-center gap-2 font-semibold text-ink no-underline lg:w-39"
      >
        <Logo />
        <span className="whitespace-nowrap max-lg:sr-only">Entity sandbox</span>
      </Link>
      <ConnectionStatus runtime={data?.runtime} />
      {data && <ActiveSettings overview={data} />}
      {faults > 0 && (
        <span className="pill shrink-0 border-orange p-0 whitespace-nowrap text-orange">
          <Link
            to="/simulate"
            search={{ part: 'faults' }}
            className="inline-flex min-h-6 items-center gap-1 px-1.5 text-orange no-underline"
            title="Some requests fail or are delayed on purpose."
          >
            <Zap size={12} aria-hidden />
            <span className="sm:hidden">{faults}</span>
            <span className="max-sm:sr-only">{counted(faults, 'fault')} active</span>
          </Link>
          <button
            type="button"
            className="grid w-6 place-items-center border-l border-line hover:bg-orange-soft pointer-coarse:w-8"
            aria-label="Clear all faults"
            title="Clear all faults"
            onClick={clearFaults}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      )}
      {data && (
        <Link
          to="/simulate"
          search={{ part: 'health' }}
          className="inline-flex min-h-6 items-center no-underline"
          aria-label={`Health: ${data.health}`}
        >
          <HealthBadge label={data.health} />
        </Link>
      )}
      <div className="ml-auto flex items-center gap-2">
        {data && (
          <label
            className="flex items-center gap-1.5"
            title="Requests without a token, such as your application’s, are made as this user."
          >
            <span className="whitespace-nowrap text-muted max-md:sr-only">Your application is</span>
            <Select<string>
              className="max-sm:w-20"
              value={data.acting_user ?? 'anonymous'}
              options={userNames}
              choose={(name) => void actAs(name)}
            />
          </label>
        )}
        <Button Icon={Search} tone="quiet" onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
          <span className="sr-only">Open the command palette</span>
          <kbd className="font-sans text-sm max-md:hidden">{keyNames('Mod+K')}</kbd>
        </Button>
      </div>
    </header>
  )
}

/** Settings that differ from their defaults, each with a link to the page that changes it. */
function ActiveSettings({ overview: { clock, label_case, scenario } }: { overview: Overview }) {
  const active = [
    ['/sandbox', sandboxId, 'The sandbox that this page shows'],
    ['/sandbox', clock.mode === 'frozen' && 'Clock frozen', `The clock is frozen at ${clock.now}.`],
    [
      '/sandbox',
      label_case !== 'documented' && (label_case === 'upper' ? 'GREEN' : 'green'),
      `Colour names are in ${label_case} case.`,
    ],
    ['/simulate', scenario && `Scenario: ${scenario}`, 'The active scenario'],
  ] as const

  return (
    <>
      {active.map(
        ([to, text, title]) =>
          text && (
            <Link key={to + text} to={to} className="pill max-md:hidden" title={title}>
              <span className="truncate">{text}</span>
            </Link>
          ),
      )}
    </>
  )
}

/** The product's logo: two related entities in a sandbox. */
function Logo() {
  return (
    <svg viewBox="0 0 20 20" width={20} height={20} aria-hidden className="shrink-0 text-accent">
      <rect x="1" y="1" width="18" height="18" rx="4" fill="currentColor" />
      <path d="M6.5 7 13.5 13" stroke="var(--color-on-accent)" strokeWidth="1.5" />
      <circle cx="6.5" cy="7" r="2.5" fill="var(--color-on-accent)" />
      <circle cx="13.5" cy="13" r="2.5" fill="var(--color-on-accent)" />
    </svg>
  )
}

function ConnectionStatus({ runtime }: { runtime: 'node' | 'browser' | undefined }) {
  const state = useStore(connection)
  const style = {
    connecting: { dot: 'bg-line-strong', word: 'Connecting…' },
    connected: { dot: 'bg-green', word: 'Connected' },
    lost: { dot: 'bg-red', word: 'Disconnected' },
  }[state]
  const host = runtime === 'browser' ? 'In this tab' : runtime === 'node' ? `Node ${location.host}` : ''

  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:shrink-0" role="status">
      <span className={`size-2 shrink-0 rounded-full ${style.dot}`} aria-hidden />
      <span className={state === 'connected' ? 'max-sm:sr-only' : ''}>{style.word}</span>
      {host && <span className="truncate text-muted max-md:hidden">{host}</span>}
    </span>
  )
}

/** Titles the tab: the health unless it is Green, and the page. A hidden tab, which gets no events, asks now and then. */
export function useTabTitle(): void {
  const refetchInterval = useStore(visibility) ? overviewQuery.refetchInterval : 20_000
  const overview = useQuery({ ...overviewQuery, refetchInterval, refetchIntervalInBackground: true })
  const health = overview.data?.health ?? 'Green'
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })

  useEffect(() => {
    document.title = [health !== 'Green' && `● ${health}`, page, 'Sandbox'].filter(Boolean).join(' — ')
  }, [health, page])
}
