import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { deleteEntity, entityTitles, refreshEntities, undoLast, wholeEntity } from '../../service/entities.ts'
import { count, counted } from '../../lib/format.ts'
import { nameInLink } from '../../lib/place.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast, toastFailure } from '../../ui/toasts.tsx'
import { relatedOf, type Related } from './related.ts'
import { Thumbnail } from './thumbnail.tsx'

/** Id of the entity that somebody is about to delete. */
export const deleting = createStore<number | undefined>(undefined)

/** Asks before an entity is deleted, and offers to take it back after. */
export function DeleteEntityDialog() {
  const id = useStore(deleting)

  return id === undefined ? null : <AskToDelete key={id} id={id} />
}

/** Takes back the last deletions, one after the other. */
export async function takeBack(queries: QueryClient, deletions: number, said: string): Promise<void> {
  try {
    for (let left = deletions; left > 0; left--) await undoLast()
    toast(said)
  } catch (error) {
    toastFailure(error)
  }
  await refreshEntities(queries)
}

function AskToDelete({ id }: { id: number }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isShown = useLocation({ select: ({ pathname }) => pathname.endsWith(`/entities/${id}`) })
  const entity = useQuery(entityTitles([id])).data?.get(id)
  const whole = useQuery(wholeEntity(id)).data
  const relations = Object.entries(whole?.relations ?? {})
    .flatMap(([name, relation]) => relatedOf(name, relation))
    .filter(({ links }) => links.length > 0)
  const remove = useMutation({
    mutationFn: () => deleteEntity(id),
    onSuccess: () => {
      toast(`Deleted entity ${id}.`, {
        actions: [{ label: 'Undo', run: () => void takeBack(queries, 1, `Entity ${id} is back.`) }],
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
      <div className="flex items-center gap-2">
        <Thumbnail entity={entity} size={32} />
        <p className="min-w-0 break-words">
          <span className="font-medium">{entity?.title}</span>{' '}
          <span className="text-muted">{entity && nameInLink(entity.entitydefinition.href)}</span>
        </p>
      </div>
      {relations.length > 0 && <ReferencesGone relations={relations} />}
    </ConfirmDialog>
  )
}

/** Related entities that are named, per relation. */
const namedAtOnce = 4

/** What refers to the entity and will not any more. */
function ReferencesGone({ relations }: { relations: readonly Related[] }) {
  const total = relations.reduce((sum, { links }) => sum + links.length, 0)
  const ids = relations.flatMap(({ links }) =>
    links.slice(0, namedAtOnce).map(({ href }) => Number(nameInLink(href))),
  )
  const titles = useQuery(entityTitles(ids)).data

  return (
    <>
      <p className="mt-3 text-muted">
        {counted(total, 'entity is related', 'entities are related')} to it; these references go with it:
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {relations.map(({ name, side, links }) => (
          <li key={`${name} ${side}`}>
            <span className="font-medium">{name}</span>{' '}
            <span className="text-muted">
              {links
                .slice(0, namedAtOnce)
                .map(({ href }) => titles?.get(Number(nameInLink(href)))?.title ?? nameInLink(href))
                .join(', ')}
              {links.length > namedAtOnce && ` and ${count(links.length - namedAtOnce)} more`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
