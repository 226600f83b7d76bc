import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { deleteEntity, entityTitles, refreshEntities, wholeEntity } from '../../service/entities.ts'
import { count, counted } from '../../lib/format.ts'
import { nameInLink } from '../../lib/place.ts'
import { confirm } from '../../ui/overlays/modal.tsx'
import { toastFailure } from '../../ui/feedback/toasts.tsx'
import { useUndo } from '../sandbox/use-undo.ts'
import { type Related, relatedOf } from './members.ts'
import { Thumbnail } from './thumbnail.tsx'

/** Asks before an entity is deleted, and offers to take it back after. */
export function useDeleteEntity(): (id: number) => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const undo = useUndo()

  return async (id) => {
    const isSure = await confirm({
      title: `Delete entity ${id}?`,
      body: <WhatGoes id={id} />,
      action: 'Delete entity',
    })

    if (!isSure) return
    try {
      await deleteEntity(id)
      undo.offer(`Deleted entity ${id}.`, 1, `Entity ${id} is back.`)
      await (router.state.location.pathname.endsWith(`/entities/${id}`)
        ? navigate({ to: '/entities', replace: true })
        : navigate({ to: '.', search: (before) => ({ ...before, selected: undefined }), replace: true }))
    } catch (error) {
      toastFailure(error)
    }
    await refreshEntities(queries)
  }
}

function WhatGoes({ id }: { id: number }) {
  const entity = useQuery(entityTitles([id])).data?.get(id)
  const whole = useQuery(wholeEntity(id)).data
  const relations = Object.entries(whole?.relations ?? {})
    .flatMap(([name, relation]) => relatedOf(name, relation))
    .filter(({ links }) => links.length > 0)

  return (
    <>
      <div className="flex items-center gap-2">
        <Thumbnail entity={entity} size={32} />
        <p className="min-w-0 break-words">
          <span className="font-medium">{entity?.title}</span>{' '}
          <span className="text-muted">{entity && nameInLink(entity.entitydefinition.href)}</span>
        </p>
      </div>
      {relations.length > 0 && <ReferencesGone relations={relations} />}
    </>
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
