import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface TabBarProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: Id; readonly label: string }[]
  readonly current: Id
  readonly choose: (tab: NoInfer<Id>) => void
  readonly children: ReactNode
}

/** Tabs and the panel of the selected one. Arrow keys, Home and End select a tab. */
export function TabBar<Id extends string>({ label, tabs, current, choose, children }: TabBarProps<Id>) {
  return (
    <Tabs.Root className="contents" value={current} onValueChange={choose}>
      <Tabs.List
        activateOnFocus
        aria-label={label}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-2"
      >
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.id}
            value={tab.id}
            className="-mb-px border-b-2 border-transparent px-2 py-1.5 text-muted hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current} className="flex min-h-0 flex-1 flex-col overflow-auto">
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
