import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { definitionOf, entityTitles, wholeEntity } from '../../service/entities.ts'
import { nameInLink } from '../../lib/place.ts'
import { Page } from '../../shell/page.tsx'
import { FailureNotice, Skeleton } from '../../ui/notice.tsx'
import { CopyForm } from './copy-form.tsx'

export function CopyPage() {
  const id = Number(useParams({ from: '/entities/$id/copy' }).id)
  const source = useQuery(wholeEntity(id))
  const listed = useQuery(entityTitles([id])).data?.get(id)
  const name = source.data && nameInLink(source.data.entitydefinition.href)
  const definition = useQuery({ ...definitionOf(name ?? ''), enabled: name !== undefined })
  const error = source.error ?? definition.error

  if (source.data && definition.data) {
    return <CopyForm key={id} source={source.data} title={listed?.title ?? ''} definition={definition.data} />
  }

  return (
    <Page title={`Copy entity ${id}`}>
      {error ? <FailureNotice error={error} retry={() => void source.refetch()} /> : <Skeleton rows={10} />}
    </Page>
  )
}
