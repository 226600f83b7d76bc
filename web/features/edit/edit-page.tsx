import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Awaited } from '../../parts/failure-notice.tsx'
import { useWholeEntity } from '../../parts/entity/use-whole-entity.ts'
import { headerOf } from '../../service/client.ts'
import { entityAnswer } from '../../service/entities.ts'
import { Page } from '../../ui/feedback/page.tsx'
import { EditForm } from './edit-form.tsx'

export function EditPage() {
  const id = Number(useParams({ from: '/entities/$id/edit' }).id)
  const answer = useQuery({ ...entityAnswer(id), staleTime: 0 }).data
  const whole = useWholeEntity(id, { staleTime: 0 })

  return whole.data && answer ? (
    <EditForm {...whole.data} etag={headerOf(answer, 'ETag')} />
  ) : (
    <Page title={`Edit entity ${id}`}>
      <Awaited query={whole} rows={10} />
    </Page>
  )
}
