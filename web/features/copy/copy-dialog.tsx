import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { definitionOf, entityTitles, wholeEntity } from '../../service/entities.ts'
import { nameInLink } from '../../lib/place.ts'
import { Modal } from '../../ui/modal.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { CopyForm } from './copy-form.tsx'

/** Copying, as a dialog over the entity with an address of its own. */
export function CopyDialog() {
  const id = Number(useParams({ from: '/entities/$id/copy' }).id)
  const source = useQuery(wholeEntity(id))
  const listed = useQuery(entityTitles([id])).data?.get(id)
  const name = source.data && nameInLink(source.data.entitydefinition.href)
  const definition = useQuery({ ...definitionOf(name ?? ''), enabled: name !== undefined })
  const error = source.error ?? definition.error
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()

  /** To where it was opened from; to the entity, for those who came by a link. */
  const close = () => {
    if (canGoBack) router.history.back()
    else void navigate({ to: '/entities/$id', params: { id: String(id) }, replace: true })
  }

  return (
    <Modal
      title={`Copy entity ${id}${listed ? `: ${listed.title}` : ''}`}
      close={close}
      className="h-full w-380 max-sm:max-h-dvh max-sm:max-w-dvw max-sm:rounded-none"
    >
      {source.data && definition.data ? (
        <CopyForm key={id} source={source.data} definition={definition.data} close={close} />
      ) : error ? (
        <FailureNotice error={error} retry={() => void source.refetch()} />
      ) : (
        <Skeleton rows={10} />
      )}
    </Modal>
  )
}
