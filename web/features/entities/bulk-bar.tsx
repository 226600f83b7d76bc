import { useQueryClient } from '@tanstack/react-query'
import { type ListedEntity, deleteEntity, refreshEntities } from '../../service/entities.ts'
import { useCommands } from '../../commands/registry.ts'
import { formatCount, counted } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { confirm } from '../../ui/overlays/modal.tsx'
import { toastFailure } from '../../ui/feedback/toasts.tsx'
import { Button } from '../../ui/controls/button.tsx'

/** The actions on the selected entities. */
export function BulkBar({
  selection,
  clear,
}: {
  selection: ReadonlyMap<string, ListedEntity>
  clear: () => void
}) {
  const queryClient = useQueryClient()
  const undo = useUndo()

  const remove = async () => {
    const entities = counted(selection.size, 'entity', 'entities')
    const isConfirmed = await confirm({
      title: `Delete ${entities}?`,
      body: 'Their relations to other entities are deleted too.',
      action: 'Delete',
    })

    if (!isConfirmed) return
    try {
      for (const { id } of selection.values()) await deleteEntity(id)
      clear()
      undo.offer(`Deleted ${entities}.`, selection.size, `Restored ${entities}.`)
    } catch (error) {
      toastFailure(error)
    }
    await refreshEntities(queryClient)
  }

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
