import type { ListedEntity } from '../../service/entities.ts'
import { useCommands } from '../../commands/registry.ts'
import { formatCount } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useDeleteSelection } from './use-delete-selection.ts'

interface BulkBarProps {
  readonly selection: ReadonlyMap<string, ListedEntity>
  readonly deselect: (entities: readonly ListedEntity[]) => void
  readonly clear: () => void
}

/** The actions on the selected entities. */
export function BulkBar({ selection, deselect, clear }: BulkBarProps) {
  const remove = useDeleteSelection(selection, deselect)

  useCommands([{ label: 'Delete the selected entities', keys: 'Delete', run: () => void remove() }])

  return (
    <div role="toolbar" aria-label="Selected entities" className="flex flex-wrap items-center gap-2 py-1">
      <span className="text-ink">{formatCount(selection.size)} selected</span>
      <Button
        onClick={() => saveFile('entities.json', JSON.stringify([...selection.values()], undefined, 2))}
      >
        Export JSON
      </Button>
      <Button tone="danger" onClick={() => void remove()}>
        Delete {formatCount(selection.size)}
      </Button>
      <Button tone="quiet" onClick={clear}>
        Clear
      </Button>
    </div>
  )
}
