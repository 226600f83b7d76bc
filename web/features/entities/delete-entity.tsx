import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { deleteEntity, entityTitles, refreshEntities, undoLast } from '../../service/entities.ts'
import { counted } from '../../lib/format.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast, toastFailure } from '../../ui/toasts.tsx'

/** Id of the entity that somebody is about to delete. */
export const deleting = createStore<number | undefined>(undefined)

/** Asks before an entity is deleted, and offers to take it back after. */
export function DeleteEntityDialog() {
  const id = useStore(deleting)

  return id === undefined ? null : <AskToDelete key={id} id={id} />
}

function AskToDelete({ id }: { id: number }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isShown = useLocation({ select: ({ pathname }) => pathname.endsWith(`/entities/${id}`) })
  const entity = useQuery(entityTitles([id])).data?.get(id)
  const relations = Object.entries(entity?.relation_counts ?? {}).filter(([, count]) => count > 0)
  const remove = useMutation({
    mutationFn: () => deleteEntity(id),
    onSuccess: () => {
      toast(`Deleted entity ${id}.`, {
        actions: [
          {
            label: 'Undo',
            run: () => {
              undoLast().then(() => {
                toast(`Entity ${id} is back.`)

                return refreshEntities(queries)
              }, toastFailure)
            },
          },
        ],
      })
      if (isShown) return navigate({ to: '/entities', replace: true })

      return navigate({ to: '.', search: (before) => ({ ...before, selected: undefined }), replace: true })
    },
    onError: toastFailure,
    onSettled: () => {
      deleting.set(undefined)

      return refreshEntities(queries)
    },
  })

  return (
    <ConfirmDialog
      isOpen
      title={`Delete entity ${id}?`}
      action={remove.isPending ? 'Deleting…' : 'Delete entity'}
      confirm={() => remove.mutate()}
      cancel={() => deleting.set(undefined)}
    >
      <p>{entity?.title}</p>
      {relations.length > 0 && (
        <>
          <p className="mt-3 text-muted">These references to it go with it:</p>
          <ul className="mt-1">
            {relations.map(([name, count]) => (
              <li key={name}>
                {name}: {counted(count, 'entity', 'entities')}
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
