import { useQueryClient } from '@tanstack/react-query'
import { counted } from '../../lib/format.ts'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { RequestFailed } from '../../service/client.ts'
import { type ListedEntity, deleteEntity, refreshEntities } from '../../service/entities.ts'
import { confirm } from '../../ui/overlays/modal.tsx'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'

/**
 * Deletes the selected entities after a confirmation. Those that no longer exist afterwards are deselected, also if
 * deleting another one fails.
 */
export function useDeleteSelection(
  selection: ReadonlyMap<string, ListedEntity>,
  deselect: (entities: readonly ListedEntity[]) => void,
): () => Promise<void> {
  const queryClient = useQueryClient()
  const undo = useUndo()

  return async () => {
    const total = counted(selection.size, 'entity', 'entities')
    const isConfirmed = await confirm({
      title: `Delete ${total}?`,
      body: 'Their relations to other entities are deleted too.',
      action: 'Delete',
    })

    if (!isConfirmed) return
    const gone: ListedEntity[] = []
    let deletions = 0
    let failure: unknown

    try {
      for (const entity of selection.values()) {
        if (await deleteIfPresent(entity.id)) deletions++
        gone.push(entity)
      }
    } catch (error) {
      failure = error
    }
    const deleted = counted(deletions, 'entity', 'entities')
    const reason = failure instanceof Error ? ` ${failure.message}` : ''

    if (gone.length > 0) deselect(gone)
    if (deletions > 0) undo.offer(`Deleted ${deleted}.${reason}`, deletions, `Restored ${deleted}.`)
    else if (failure) showFailure(failure)
    else showNotice(`${total} had been deleted before.`)
    await refreshEntities(queryClient)
  }
}

/** Deletes an entity; false if someone else has deleted it before. */
async function deleteIfPresent(id: number): Promise<boolean> {
  try {
    await deleteEntity(id)

    return true
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 404) return false
    throw error
  }
}
