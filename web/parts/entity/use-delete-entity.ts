import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { deleteEntity, refreshEntities } from '../../service/entities.ts'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { useUndo } from '../sandbox/use-undo.ts'

/** Deletes an entity and its relations, and offers Undo, which takes fewer steps than a confirmation. */
export function useDeleteEntity(): (id: number) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const undo = useUndo()

  return async (id) => {
    try {
      await deleteEntity(id)
      undo.offer(`Deleted entity ${id} and its relations.`, 1, `Restored entity ${id}.`)
      await (router.state.location.pathname.endsWith(`/entities/${id}`)
        ? navigate({ to: '/entities', replace: true })
        : navigate({ to: '.', search: (before) => ({ ...before, selected: undefined }), replace: true }))
    } catch (error) {
      showFailure(error)
    }
    await refreshEntities(queryClient)
  }
}
