import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { entityCounts, definitionOf } from '../../service/entities.ts'
import { Page } from '../../shell/page.tsx'
import { EmptyState, FailureNotice, Skeleton } from '../../ui/notice.tsx'
import { CreateForm } from './create-form.tsx'

/** A new entity: of which definition, and then its members. */
export function CreatePage() {
  const { definition: name } = useSearch({ from: '/entities/new' })
  const navigate = useNavigate({ from: '/entities/new' })
  const { data } = useQuery(entityCounts(undefined))
  const definition = useQuery({ ...definitionOf(name ?? ''), enabled: name !== undefined })
  const select = (
    <label className="flex items-center gap-2">
      <span className="text-muted">Definition</span>
      <select
        className="field"
        value={name ?? ''}
        onChange={({ target }) =>
          void navigate({
            search: (before) => ({ ...before, definition: target.value || undefined }),
            replace: true,
          })
        }
      >
        <option value="">Choose…</option>
        {data?.definitions?.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )

  if (definition.data) return <CreateForm key={name} definition={definition.data} select={select} />

  return (
    <Page title="New entity" actions={select}>
      {definition.error ? (
        <FailureNotice error={definition.error} />
      ) : name ? (
        <Skeleton rows={10} />
      ) : (
        <EmptyState title="Which definition is it of?" />
      )}
    </Page>
  )
}
