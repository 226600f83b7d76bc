import { keyNames } from '../../lib/format.ts'
import { linkTo } from '../../lib/addresses.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Link } from '@tanstack/react-router'
import { Maximize2, X } from 'lucide-react'
import type { EntityTab } from './entity-tabs.ts'
import { SidePanel } from '../../ui/layout/page.tsx'
import { EntityView } from './entity-view.tsx'

interface EntityPanelProps {
  readonly id: number
  readonly tab: EntityTab | undefined
  readonly setTab: (tab: EntityTab) => void
  readonly close: () => void
}

/** The side panel of an entity. */
export function EntityPanel({ id, tab, setTab, close }: EntityPanelProps) {
  return (
    <SidePanel label={`Entity ${id}`}>
      <div className="absolute top-2 right-2 z-10 flex gap-1">
        <Link
          {...linkTo(id)}
          search={tab ? { tab } : {}}
          className="button"
          data-tone="quiet"
          data-icon
          aria-label="Open the full page"
          title={keyNames('Open the full page (Mod+Enter)')}
        >
          <Maximize2 size={14} />
        </Link>
        <IconButton Icon={X} label="Close the panel" title="Close (Escape)" size={16} run={close} />
      </div>
      <EntityView key={id} id={id} tab={tab ?? 'properties'} setTab={setTab} place="panel" />
    </SidePanel>
  )
}
