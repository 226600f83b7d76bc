import { Link, useRouter, type AnyRoute, type StaticDataRouteOption } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { ThemeSelect } from '../parts/sandbox/setting-selects.tsx'
import { Button } from '../ui/controls/button.tsx'

/** The menu of pages, the theme and the shortcuts; on narrow screens, a bar at the bottom. */
export function Rail({ showShortcuts }: { showShortcuts: () => void }) {
  return (
    <nav
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
