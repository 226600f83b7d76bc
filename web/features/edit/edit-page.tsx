import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { headerOf } from '../../service/client.ts'
import { definitionOf, entityAnswer, wholeEntity } from '../../service/entities.ts'
import { nameInLink } from '../../lib/place.ts'
import { Page } from '../../ui/page.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { EditForm } from './edit-form.tsx'

export function EditPage() {
  const id = Number(useParams({ from: '/entities/$id/edit' }).id)
  const answer = useQuery({ ...entityAnswer(id), staleTime: 0 })
  const whole = useQuery({ ...wholeEntity(id), staleTime: 0 })
  const name = whole.data && nameInLink(whole.data.entitydefinition.href)
  const definition = useQuery({ ...definitionOf(name ?? ''), enabled: name !== undefined })
  const error = whole.error ?? definition.error
  const etag = answer.data && headerOf(answer.data, 'ETag')

  if (error) {
    return (
      <Page title={`Edit entity ${id}`}>
        <FailureNotice error={error} retry={() => void whole.refetch()} />
      </Page>
    )
  }
  if (!whole.data || !definition.data || !answer.data) {
    return (
      <Page title={`Edit entity ${id}`}>
        <Skeleton rows={10} />
      </Page>
    )
  }

  return <EditForm entity={whole.data} definition={definition.data} etag={etag} />
}
