import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { entityTitles } from '../../service/entities.ts'
import { useWholeEntity } from '../../parts/entity/use-whole-entity.ts'
import { Modal } from '../../ui/overlays/modal.tsx'
import { Awaited } from '../../parts/failure-notice.tsx'
import { CopyForm } from './copy-form.tsx'

/** Copying, as a dialog over the entity with an address of its own. */
export function CopyDialog() {
  const id = Number(useParams({ from: '/entities/$id/copy' }).id)
  const source = useWholeEntity(id)
  const listed = useQuery(entityTitles([id])).data?.get(id)
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
      <Awaited query={source} rows={10} />
      {source.data && (
        <CopyForm key={id} source={source.data.entity} definition={source.data.definition} close={close} />
      )}
    </Modal>
  )
}
