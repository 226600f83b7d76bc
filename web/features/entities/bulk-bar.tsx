import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteEntity, refreshEntities } from '../../service/entities.ts'
import type { ListedEntity } from '../../service/shapes.ts'
import { useCommands } from '../../commands/registry.ts'
import { count, counted } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast, toastFailure } from '../../ui/toasts.tsx'
import { takeBack } from '../../parts/entity/delete-entity.tsx'

/** What can be done with several entities at once. */
export function BulkBar({ picked, clear }: { picked: ReadonlyMap<string, ListedEntity>; clear: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id } of picked.values()) await deleteEntity(id)
    },
    onSuccess: () => {
      const deleted = counted(picked.size, 'entity', 'entities')

      toast(`Deleted ${deleted}.`, {
        actions: [{ label: 'Undo', run: () => void takeBack(queries, picked.size, `${deleted} back.`) }],
      })
      clear()
    },
    onError: toastFailure,
    onSettled: () => {
      setAsking(false)

      return refreshEntities(queries)
    },
  })

  useCommands([
    {
      id: 'delete selected',
      label: 'Delete the selected entities',
      group: 'This view',
      keys: 'Delete',
      run: () => setAsking(true),
    },
  ])

  return (
    <div role="toolbar" aria-label="Selected entities" className="flex flex-wrap items-center gap-2 py-1">
      <span className="text-ink">{count(picked.size)} selected</span>
      <button
        type="button"
        className="button"
        onClick={() => saveFile('entities.json', JSON.stringify([...picked.values()], undefined, 2))}
      >
        Export JSON
      </button>
      <button type="button" className="button" data-tone="danger" onClick={() => setAsking(true)}>
        Delete {count(picked.size)}
      </button>
      <button type="button" className="button" data-tone="quiet" onClick={clear}>
        Clear
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${counted(picked.size, 'entity', 'entities')}?`}
        action={remove.isPending ? 'Deleting…' : 'Delete'}
        confirm={() => remove.mutate()}
        cancel={() => setAsking(false)}
      >
        Their relations to other entities go with them.
      </ConfirmDialog>
    </div>
  )
}
