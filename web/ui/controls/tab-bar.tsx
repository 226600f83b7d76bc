import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { hasModifier } from '../../lib/keys.ts'

interface TabBarProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: Id; readonly label: string }[]
  readonly current: Id
  readonly choose: (tab: NoInfer<Id>) => void
  readonly children: ReactNode
}

/** Tabs and the panel of the selected one. Arrow keys, Home and End select a tab. */
export function TabBar<Id extends string>({ label, tabs, current, choose, children }: TabBarProps<Id>) {
  const id = useId()

  const onKeyDown = (event: KeyboardEvent) => {
    if (hasModifier(event)) return
    const index = tabs.findIndex((tab) => tab.id === current)
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    const tab = to === undefined ? undefined : tabs.at(to % tabs.length)

    if (!tab) return
    event.preventDefault()
    choose(tab.id)
    document.getElementById(`${id}-${tab.id}`)?.focus()
  }

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-2"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            className="-mb-px border-b-2 border-transparent px-2 py-1.5 text-muted hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
            onClick={() => choose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-auto"
      >
        {children}
      </div>
    </>
  )
}
